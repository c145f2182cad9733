"""Email, by the site's SMTP server, or written to files during development."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from flask import current_app

from app.post import smtp
from app.post.letter import Letter, compose
from app.post.models import Delivery
from app.post.outcomes import Refused
from app.post.writing import Message


def where() -> Literal["smtp", "files", "nowhere"]:
    """Return how this site sends email."""
    if current_app.config["SMTP_URL"]:
        return "smtp"
    return "files" if current_app.config["MAIL_DIR"] else "nowhere"


def send(delivery: Delivery, message: Message, hand_over: Callable[[], None]) -> None:
    """Send a message to an email address; raise DeliveryError."""
    match where():
        case "smtp":
            smtp.send(current_app.config["SMTP_URL"], compose(delivery, message), hand_over)
        case "files":
            _keep(Path(current_app.config["MAIL_DIR"]), delivery.id, compose(delivery, message))
        case "nowhere":
            raise Refused("This site sends no e-mail.")


def _keep(folder: Path, number: int, letter: Letter) -> None:
    """Write an email to a file, atomically; repeating it writes the same file."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{number}.{os.getpid()}"
    draft.write_bytes(letter.content)
    draft.rename(folder / f"{number}.eml")
