"""People who are signed in, without having spent the server's time on it."""

import secrets
from dataclasses import dataclass

from flask import Flask
from flask_login import encode_cookie
from itsdangerous import URLSafeTimedSerializer

from app.accounts.auth import passwords
from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.db import db

PASSWORD = "correct horse battery staple"


@dataclass(frozen=True)
class Person:
    """Somebody with an account: the cookies of their browser, what their forms carry, and where they are."""

    id: int
    name: str
    cookies: str
    csrf_token: str
    address: str


def people(app: Flask, count: int, name: str) -> list[Person]:
    """Make accounts, all with the same password, and sign them in."""
    with app.app_context():
        hashed = passwords.hash_new_password(PASSWORD)
        names = [f"{name} {number}" for number in range(count)]
        users = [User(name, skeleton(name), hashed, timezone="Europe/Rome") for name in names]
        db.session.add_all(users)
        db.session.commit()
        return [_signed_in(app, user) for user in users]


def forms(app: Flask, **session: object) -> tuple[str, str]:
    """Return the cookie of a session, and what its forms carry."""
    secret = secrets.token_hex(20)
    token = str(URLSafeTimedSerializer(str(app.secret_key), salt="wtf-csrf-token").dumps(secret))
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    cookie = serializer.dumps({"csrf_token": secret, **session})
    return f"{app.config['SESSION_COOKIE_NAME']}={cookie}", token


def _signed_in(app: Flask, user: User) -> Person:
    cookie, token = forms(app, _user_id=user.get_id(), _fresh=True)
    remember = f"{app.config['REMEMBER_COOKIE_NAME']}={encode_cookie(user.get_id())}"
    address = f"10.{user.id >> 16 & 255}.{user.id >> 8 & 255}.{user.id & 255}"
    return Person(user.id, user.name, f"timezone=Europe/Rome; {remember}; {cookie}", token, address)
