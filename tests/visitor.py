"""Somebody at a browser, for tests: a client that brings the CSRF token along, as a page's form does."""

import re
import secrets
from collections.abc import Iterable

from flask import Flask
from itsdangerous import BadData, URLSafeTimedSerializer
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
            self.bring(_user_id=user.get_id(), _fresh=True)

    def bring(self, **session: object) -> None:
        """Put this into the session, beside what is in it."""
        self.bring_signed(str(self._serializer.dumps(self.session() | session)))

    def bring_signed(self, session: str) -> None:
        """Put this session, as it stands in the cookie, in place of what there is."""
        self.client.set_cookie(self._cookie, session, domain=self._host)

    def session(self) -> dict[str, object]:
        """Return what the session cookie holds; quicker than by a client's `session_transaction`."""
        try:
            return dict(self._serializer.loads(self.signed_session)) if self.signed_session else {}
        except BadData:
            return {}

    @property
    def signed_session(self) -> str:
        """The session as it stands in the cookie, "" without one."""
        cookie = self.client.get_cookie(self._cookie, domain=self._host)
        return cookie.value if cookie else ""

    @property
    def _cookie(self) -> str:
        return str(self.app.config["SESSION_COOKIE_NAME"])

    @property
    def _host(self) -> str:
        return str(self.app.config["SERVER_NAME"] or "localhost")

    @property
    def _serializer(self) -> URLSafeTimedSerializer:
        return self.app.session_interface.get_signing_serializer(self.app)  # type: ignore[attr-defined,no-any-return]

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
        if "csrf_token" not in (session := self.session()):
            self.bring(csrf_token=self.secret)
        secret = session.get("csrf_token", self.secret)
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
