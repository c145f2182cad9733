"""The e-mail address of an account: `email` is confirmed and in use, `new_email` is pending.

A first address is confirmed by a link sent to it; a change needs the links sent to the old and to the new address. Each
function commits once unless stated otherwise.
"""

from sqlalchemy import update

from app.accounts import activity_log, rate_limits
from app.accounts.auth import reauthentication
from app.accounts.email import syntax
from app.accounts.errors import AccountDeleted
from app.accounts.models import User
from app.accounts.recovery import signed_links
from app.db import db, now
from app.delivery.models import Delivery
from app.delivery.outbox import enqueue


def change_address(user: User, text: str, password: str) -> None:
    """Request another address and send its confirmations, or remove the address if `text` is empty.

    Entering the pending address sends its confirmations again; entering the confirmed one cancels the pending change.
    Raises BadEmail, WrongPassword, RateLimited or AccountDeleted.
    """
    address = syntax.normalize_email(text)
    reauthentication.require_password(user, password)
    if address is None:
        _remove_address(user)
    elif address == user.email:
        cancel_change(user)
    else:
        rate_limits.enforce(f"letters {user.id}")
        _request_change(lock_existing_user(user), address)


def resend_confirmations(user: User) -> None:
    """Send the confirmations that are still missing again; raise RateLimited or AccountDeleted."""
    rate_limits.enforce(f"letters {user.id}")
    _queue_confirmations(lock_existing_user(user))
    db.session.commit()


def cancel_change(user: User) -> None:
    """Drop the pending address, if any, and invalidate its links; raise AccountDeleted."""
    asked = lock_existing_user(user).new_email
    clear_pending(user)
    if asked:
        activity_log.record_event("email-withdrawn", user.id)
    db.session.commit()


def confirm_address(token: str) -> User:
    """Record that the new address was confirmed by the link sent to it; return the account.

    The new address comes into use now if no approval from an old one is missing. Raises InvalidLink.
    """
    user = signed_links.user_of_token(signed_links.CONFIRM_EMAIL, token, lock=True)
    user.new_email_proven = True
    return _apply_if_confirmed(user)


def approve_change(token: str) -> User:
    """Record that the change was approved by the link sent to the old address; return the account.

    The new address comes into use now if it has been confirmed. Raises InvalidLink.
    """
    user = signed_links.user_of_token(signed_links.APPROVE_EMAIL_CHANGE, token, lock=True)
    user.new_email_agreed = True
    return _apply_if_confirmed(user)


def request_first_confirmation(user: User, address: str) -> None:
    """Make `address` a new account's pending address and queue its confirmation, without commit."""
    user.new_email = address
    _queue_confirmations(user)


def clear_pending(user: User) -> None:
    """Drop the pending address and invalidate the links sent for it, without commit."""
    user.new_email, user.new_email_proven, user.new_email_agreed = None, False, False
    user.email_round += 1


def erase_addresses(user: User) -> None:
    """Remove the addresses of a locked account, without commit.

    Messages that are waiting for it are dropped, and addresses and contents are erased from all its deliveries.
    """
    user.email = None
    clear_pending(user)
    own = Delivery.user_id == user.id
    dropped = {"state": "dropped", "ended_at": now()}
    db.session.execute(update(Delivery).where(own, Delivery.state == "waiting").values(dropped))
    gone = {"target": "", "params": {}, "reason": "The account was deleted."}
    db.session.execute(update(Delivery).where(own).values(gone))


def lock_user(user: User) -> User:
    """Reload a user from the database, lock the row until the transaction ends, and return the user."""
    db.session.refresh(user, with_for_update={"key_share": True})
    return user


def lock_existing_user(user: User) -> User:
    """Reload, lock and return a user as `lock_user` does; raise AccountDeleted if the account is deleted."""
    if lock_user(user).deleted_at:
        raise AccountDeleted
    return user


def count_mail_attempt(email: str) -> bool:
    """Count a message to an unconfirmed address, without commit; return whether it is over the daily limit.

    The requester is not told, since the address may be a stranger's and others' requests for it are private.
    """
    return rate_limits.count_attempt(f"mail {syntax.canonical_mailbox(email)}") is not None


def _request_change(user: User, address: str) -> None:
    if address != user.new_email:
        clear_pending(user)
        user.new_email = address
        activity_log.record_event("email-asked", user.id)
    _queue_confirmations(user)
    db.session.commit()


def _queue_confirmations(user: User) -> None:
    """Queue the confirmations of the pending address that are still missing, without commit.

    Each is checked again when it is sent.
    """
    round_ = {"round": user.email_round}
    if user.new_email and not user.new_email_proven and not count_mail_attempt(user.new_email):
        enqueue("confirm-email", user.id, "mail", user.new_email, round_)
    if user.new_email and user.email and not user.new_email_agreed:
        enqueue("agree-email", user.id, "mail", user.email, round_)


def _apply_if_confirmed(user: User) -> User:
    """Put the pending address into use if no confirmation is missing; commit and return the account."""
    if user.new_email_proven and (user.email is None or user.new_email_agreed):
        user.email = user.new_email
        clear_pending(user)
        activity_log.record_event("email-changed", user.id)
    db.session.commit()
    return user


def _remove_address(user: User) -> None:
    if lock_existing_user(user).email:
        enqueue("email-removed", user.id, "mail", str(user.email), {})
        activity_log.record_event("email-removed", user.id)
    user.email = None
    clear_pending(user)
    db.session.commit()
