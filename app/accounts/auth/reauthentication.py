"""Reauthentication: asking for the password again before sensitive actions."""

from datetime import timedelta
from typing import Final

from flask import has_request_context, request, session

from app.accounts import activity_log, rate_limits
from app.accounts.auth import login_throttle, passwords
from app.accounts.errors import WrongPassword
from app.accounts.models import User
from app.db import db, now
from app.i18n.languages import _

SESSION_KEY: Final = "confirmed"  # session key: when the password was confirmed, in Unix seconds
VALID_FOR: Final = timedelta(minutes=15)


def require_password(user: User, password: str, field: str = "password") -> None:
    """Raise WrongPassword for the form field `field` if this is not the account's password. Commits.

    Raises RateLimited after too many guesses, which are counted by account and apart from sign-in, so that failed
    sign-ins do not lock the owner out here. Because it commits, call it before changing anything.
    """
    address = request.remote_addr if has_request_context() else None
    key = login_throttle.count_guess("account", user.id, user, address)
    if not passwords.verify_password(user.password_hash, password):
        activity_log.record_event("password-refused", user.id)
        db.session.commit()
        raise WrongPassword(_("That password is incorrect."), field)
    rate_limits.clear_count(key)


def confirm_password(user: User, password: str) -> None:
    """Check the password as `require_password` does, and note in the session that it was confirmed. Commits."""
    require_password(user, password)
    db.session.commit()
    session[SESSION_KEY] = int(now().timestamp())


def is_password_confirmed() -> bool:
    """Return whether the password was confirmed in this session within the last 15 minutes."""
    return bool(session.get(SESSION_KEY, 0) > (now() - VALID_FOR).timestamp())
