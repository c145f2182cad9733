"""Asking for the password again, before what only the account's owner may do."""

from flask import has_request_context, request

from app.accounts import events, guessing, limits, passwords
from app.accounts.errors import WrongPassword
from app.accounts.models import User
from app.db import db
from app.languages import _


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
