"""Somebody at a browser, for tests: a client that brings the CSRF token along, as a page's form does."""

import re
import secrets
from collections.abc import Iterable

from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.db import db
from app.live.topic_versions import TAG_HEADER

Field = str | int | Iterable[str]


class Visitor:
    """A person with cookies of their own; `user` is None for one who is not signed in."""

    def __init__(self, app: Flask, name: str, user: User | None = None) -> None:
        self.app, self.name, self.user = app, name, user
        self.client = app.test_client()
        self.secret = secrets.token_hex(20)  # one, whichever of several threads sends the first form
        if user:
            with self.client.session_transaction() as session:
                session["_user_id"], session["_fresh"] = user.get_id(), True

    def get(self, url: str, /, **headers: str) -> TestResponse:
        """Ask for a page; `hx_request="true"` becomes the header HX-Request."""
        return self.client.get(url, headers={name.replace("_", "-"): value for name, value in headers.items()})

    def fragment(self, url: str, ptag: str | None = None) -> TestResponse:
        """Poll as htmx does, with the tag of what is on the screen."""
        return self.client.get(url, headers={"HX-Request": "true"} | ({TAG_HEADER: ptag} if ptag else {}))

    def post(self, url: str, /, headers: dict[str, str] | None = None, **fields: Field | None) -> TestResponse:
        """Send a form; a list is a field that is sent several times, None one that is not sent."""
        sent = {name: value for name, value in fields.items() if value is not None}
        return self.client.post(url, data={"csrf_token": self.csrf_token(), **sent}, headers=headers)

    def csrf_token(self) -> str:
        """Return what a form of this visitor's pages carries."""
        with self.client.session_transaction() as session:
            secret = session.setdefault("csrf_token", self.secret)
        return str(URLSafeTimedSerializer(str(self.app.secret_key), salt="wtf-csrf-token").dumps(secret))


def without_tokens(answer: TestResponse) -> str:
    """Return a page without its forms' tokens, in which any short name may stand by chance."""
    return re.sub(r"[\w-]{20,}(\.[\w-]+){2}", "", answer.text)


def sign_up(app: Flask, name: str) -> Visitor:
    """Make an account (without a password) and return its owner, signed in."""
    with app.app_context():
        user = User(name=name, skeleton=name.casefold())
        db.session.add(user)
        db.session.commit()
    return Visitor(app, name, user)
