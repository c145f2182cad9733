"""Sending emails by the site's SMTP server, or writing them to files during development."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from flask import current_app

from app.delivery.channels import smtp
from app.delivery.channels.email_message import RenderedEmail, render_email
from app.delivery.errors import PermanentFailure
from app.delivery.models import Delivery
from app.delivery.outbox import Message


def transport() -> Literal["smtp", "files", "nowhere"]:
    """Return how this site sends email: by SMTP, into files, or not at all."""
    if current_app.config["SMTP_URL"]:
        return "smtp"
    return "files" if current_app.config["MAIL_DIR"] else "nowhere"


def send(delivery: Delivery, message: Message, begin_handover: Callable[[], None]) -> None:
    """Send a message to the email address that is the delivery's target. Raises DeliveryError.

    `begin_handover` is called just before the step that cannot be repeated; writing a file has none.
    """
    match transport():
        case "smtp":
            smtp.send(current_app.config["SMTP_URL"], render_email(delivery, message), begin_handover)
        case "files":
            _save_file(Path(current_app.config["MAIL_DIR"]), delivery.id, render_email(delivery, message))
        case "nowhere":
            raise PermanentFailure("This site sends no e-mail.")


def _save_file(folder: Path, number: int, email: RenderedEmail) -> None:
    """Write an email to the file `<number>.eml` in a folder, atomically; repeating it writes the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{number}.{os.getpid()}"
    draft.write_bytes(email.content)
    draft.rename(folder / f"{number}.eml")
