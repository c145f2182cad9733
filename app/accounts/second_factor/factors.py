"""Which accounts have a second factor, and who must use it.

An account with an authenticator app always takes the second step after its password or a mailed link; so does an admin
with a passkey. For others a passkey is another way in, and the password stays one.
"""

from sqlalchemy import delete, select

from app.accounts import activity_log
from app.accounts.models import User
from app.accounts.passkeys.models import Passkey
from app.accounts.second_factor.models import AuthenticatorApp, RecoveryCode
from app.db import db
from app.delivery.outbox import enqueue

MAIL_KIND = "security-changed"


def has_app(user_id: int) -> bool:
    """Return whether the account has an authenticator app that a code has confirmed."""
    confirmed = select(AuthenticatorApp.user_id).where(
        AuthenticatorApp.user_id == user_id, AuthenticatorApp.confirmed_at.is_not(None)
    )
    return db.session.scalar(confirmed) is not None


def has_passkey(user_id: int) -> bool:
    """Return whether the account has a passkey."""
    return db.session.scalar(select(Passkey.id).where(Passkey.user_id == user_id).limit(1)) is not None


def has_any(user_id: int) -> bool:
    """Return whether the account has an authenticator app or a passkey."""
    return has_app(user_id) or has_passkey(user_id)


def is_required(user: User) -> bool:
    """Return whether a password or a mailed link alone does not sign in to the account."""
    return has_app(user.id) or (user.admin and has_passkey(user.id))


def first_step_event(user: User, otherwise: str) -> str:
    """Return the kind of the event to record for a right password or link; `otherwise` if no second step follows."""
    return "second-step-asked" if is_required(user) else otherwise


def announce(user: User, kind: str) -> None:
    """Record a change of the ways to sign in, and mail it to the account's address, without commit."""
    activity_log.record_event(kind, user.id)
    if user.email:
        enqueue(MAIL_KIND, user.id, "mail", user.email, {"event": kind})


def delete_for_user(user_id: int) -> bool:
    """Delete a user's passkeys, authenticator app and recovery codes, without commit; return whether they had any."""
    found = has_any(user_id)
    for table in (Passkey, AuthenticatorApp, RecoveryCode):
        db.session.execute(delete(table).where(table.user_id == user_id))
    return found
