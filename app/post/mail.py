"""Mail: by the site's SMTP server, or as files on one's own machine."""

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
    """Return where this site's mails go."""
    if current_app.config["SMTP_URL"]:
        return "smtp"
    return "files" if current_app.config["MAIL_DIR"] else "nowhere"


def send(delivery: Delivery, message: Message, hand_over: Callable[[], None]) -> None:
    """Send a message to an e-mail address; raise Undelivered."""
    match where():
        case "smtp":
            smtp.send(current_app.config["SMTP_URL"], compose(delivery, message), hand_over)
        case "files":
            _keep(Path(current_app.config["MAIL_DIR"]), delivery.id, compose(delivery, message))
        case "nowhere":
            raise Refused("This site sends no e-mail.")


def _keep(folder: Path, number: int, letter: Letter) -> None:
    """Write a mail as a file that appears whole, and once however often this is repeated."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{number}.{os.getpid()}"
    draft.write_bytes(letter.content)
    draft.rename(folder / f"{number}.eml")
