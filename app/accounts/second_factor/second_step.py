"""The second step of signing in: who is at it, and what they may enter.

A right password or mailed link notes in the signed session cookie who must take the step, for ten minutes; that is no
session. Somebody who is signed in without the second factor takes the same step to do what demands it.
"""

from datetime import timedelta
from typing import Final

from flask import session
from flask_login import current_user

from app.accounts import activity_log
from app.accounts.auth import login_manager, session_store
from app.accounts.models import User
from app.accounts.second_factor import authenticator, factors, guesses, recovery_codes
from app.accounts.second_factor.authenticator import WrongCode
from app.db import db, now
from app.i18n.languages import _

SESSION_KEY: Final = "second_step"  # session key: the user's id and epoch, and since when, in Unix seconds
VALID_FOR: Final = timedelta(minutes=10)


def begin(user: User) -> None:
    """Note that this browser has taken the first step for the account."""
    session[SESSION_KEY] = [user.id, user.epoch, int(now().timestamp())]


def find_user() -> User | None:
    """Return the account whose second step this browser may take, or None."""
    user_id, epoch, since = session.get(SESSION_KEY) or (None, None, 0)
    if user_id and since > (now() - VALID_FOR).timestamp():
        user = db.session.get(User, user_id, populate_existing=True)
        return user if user and user.epoch == epoch and not user.deleted_at and factors.is_required(user) else None
    if current_user.is_authenticated and factors.is_required(current_user):
        return current_user._get_current_object()  # type: ignore[no-any-return]
    return None


def is_missing(user: User) -> bool:
    """Return whether the account demands a second factor, and this session has begun without one."""
    here = login_manager.current_session_id()
    return factors.is_required(user) and not session_store.has_second_factor(user.id, here)


def enter_code(user: User, code: str) -> None:
    """Accept a code of the account's app, once. Commits. Raises WrongCode or RateLimited."""
    keys = guesses.count_code(user.id)
    wrong = WrongCode(_("That code is incorrect, or has been used. Wait for the next one, and enter that."))
    _require(user, authenticator.accept_code(user.id, code), keys, wrong)
    activity_log.record_event("signed-in-by-code", user.id)
    db.session.commit()


def enter_recovery_code(user: User, code: str) -> None:
    """Accept a recovery code of the account, once, and tell the owner. Commits. Raises WrongCode or RateLimited."""
    keys = guesses.count_recovery_code(user.id)
    wrong = WrongCode(_("That recovery code is incorrect, or has been used."), "recovery")
    _require(user, recovery_codes.use_code(user.id, code), keys, wrong)
    factors.announce(user, "signed-in-by-recovery-code")
    db.session.commit()


def _require(user: User, is_right: bool, keys: list[str], wrong: WrongCode) -> None:
    """Clear the counts of a right code; for another one, record it, commit and raise `wrong`."""
    if is_right:
        return guesses.clear(keys)
    activity_log.record_event("code-refused", user.id)
    db.session.commit()
    raise wrong
