"""Asking for the password again, before what only the account's owner may do."""

from datetime import timedelta
from typing import Final

from flask import has_request_context, request, session

from app.accounts import events, guessing, limits, passwords
from app.accounts.errors import WrongPassword
from app.accounts.models import User
from app.db import db, now
from app.languages import _

CONFIRMED: Final = "confirmed"  # of the session: when the password was confirmed, in seconds since 1970
LASTS: Final = timedelta(minutes=15)


def demand(user: User, password: str, refusal: type[WrongPassword] = WrongPassword) -> None:
    """Raise `refusal` unless this is the account's password, or TooMany. Commits: call it before any other change.

    Counted by account and apart from sign-in: others' failures there do not stop the owner here.
    """
    address = request.remote_addr if has_request_context() else None
    key = guessing.count("account", user.id, user, address)
    if not passwords.matches(user.password_hash, password):
        events.note("password-refused", user.id)
        db.session.commit()
        raise refusal(_("That is not your password."))
    limits.forget(key)


def confirm(user: User, password: str) -> None:
    """Do the same, and let it count in this session for a while. Commits."""
    demand(user, password)
    db.session.commit()
    session[CONFIRMED] = int(now().timestamp())


def is_confirmed() -> bool:
    """Whether the password was typed in this session not long ago."""
    return bool(session.get(CONFIRMED, 0) > (now() - LASTS).timestamp())
