"""Somebody who has signed in with a second factor, without the ways of the pages."""

import secrets

import pyotp

from app.accounts.models import BrowserSession, User
from app.accounts.passkeys.models import Passkey
from app.accounts.second_factor import encryption, recovery_codes
from app.accounts.second_factor.models import AuthenticatorApp
from app.db import db, now
from tests.visitor import Visitor


def give_factors(user: User) -> int:
    """Give an account a passkey, an app and codes, and return the id of a session that began with them. Commits."""
    keys = (secrets.token_bytes(32), b"public key", b"handle")
    db.session.add(Passkey(user.id, "a key", *keys, 0))
    encrypted = encryption.encrypt(pyotp.random_base32())
    db.session.add(AuthenticatorApp(user.id, encrypted, encryption.newest_key(), confirmed_at=now()))
    recovery_codes.replace_codes(user)
    return new_session(user)


def new_session(user: User) -> int:
    """Return the id of a new session that began with a second factor. Commits."""
    strong = BrowserSession(user.id, "Browser", "", True)
    db.session.add(strong)
    db.session.commit()
    return strong.id


def use_session(visitor: Visitor, user: User, session_id: int) -> None:
    """Let somebody's browser have the cookie of a session."""
    with visitor.client.session_transaction() as session:
        session["_user_id"] = f"{user.get_id()}.{session_id}"


def strengthen(visitor: Visitor) -> Visitor:
    """Let somebody who is signed in have done so with a second factor."""
    assert visitor.user
    with visitor.app.app_context():
        user = db.session.get_one(User, visitor.user.id)
        use_session(visitor, user, give_factors(user))
    return visitor
