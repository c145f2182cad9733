"""The mails of the site, as its worker writes them into files."""

import email
import re
from dataclasses import dataclass
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import cast

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.db import db, now
from app.delivery import deliverer
from app.delivery.models import Delivery
from tests.accounts.people import PASSWORD, row
from tests.clock import stop_clock
from tests.visitor import Visitor

SITE = "http://127.0.0.1:8000"  # SITE_URL of the tests


@dataclass(frozen=True)
class Mail:
    """A mail as its reader sees it; `links` are the paths of this site that it leads to, in their order."""

    to: str
    subject: str
    text: str
    html: str

    @property
    def links(self) -> list[str]:
        """The paths of all links."""
        assert not re.search(rf"https?://(?!{re.escape(SITE[7:])}/)", self.text)
        return re.findall(rf"{re.escape(SITE)}(\S*)", self.text)


class Mailbox:
    """Everything that the site has sent."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.app, self.folder = app, folder
        self.seen: set[Path] = set()

    def fetch(self) -> list[Mail]:
        """Let the worker send what waits, and return what is new, the oldest first."""
        with self.app.app_context():
            deliverer.deliver_due(channels=["mail"])
        files = sorted(set(self.folder.glob("*.eml")) - self.seen, key=lambda file: int(file.stem))
        self.seen.update(files)
        return [_read(file) for file in files]

    def only(self) -> Mail:
        """Return the one new mail."""
        (mail,) = self.fetch()
        return mail


def _read(file: Path) -> Mail:
    mail = cast(EmailMessage, email.message_from_bytes(file.read_bytes(), policy=default))
    text, html = (mail.get_body((kind,)) for kind in ("plain", "html"))
    assert text
    assert html
    return Mail(str(mail["To"]), str(mail["Subject"]), text.get_content(), html.get_content())


def waiting(app: Flask) -> list[tuple[str, str]]:
    """Return the kind and target of each mail that waits, in their order."""
    with app.app_context():
        rows = select(Delivery).where(Delivery.state == "waiting").order_by(Delivery.id)
        return [(row.kind, row.target) for row in db.session.scalars(rows)]


def confirmed(app: Flask, name: str, address: str) -> None:
    """Let an account have a confirmed address."""
    with app.app_context():
        user = db.session.scalars(select(User).where(User.name == name)).one()
        user.email, user.new_email = address, None
        db.session.commit()


def address_of(app: Flask, name: str = "Ada") -> tuple[str | None, str | None]:
    """What is confirmed, and what is not."""
    user = row(app, name)
    return user.email, user.new_email


def save(visitor: Visitor, address: str, password: str | None = PASSWORD) -> TestResponse:
    """Send the form for an address."""
    return visitor.post("/account/email", email=address, password=password)


def wait(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let time pass for links, which are not stored."""
    stop_clock(monkeypatch, now() + timedelta(seconds=seconds))
