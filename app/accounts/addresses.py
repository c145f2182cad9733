"""The e-mail address of an account: `email` is confirmed, `new_email` is not.

A first address is confirmed by a link sent to it, a later one by links sent to both. Each function commits once unless
stated otherwise.
"""

from sqlalchemy import update

from app.accounts import emails, events, limits, links, proof
from app.accounts.errors import Deleted
from app.accounts.models import User
from app.db import db, now
from app.post.models import Delivery
from app.post.writing import queue


def change(user: User, text: str, password: str) -> None:
    """Request another address, or remove it if the text is empty; raise BadEmail, WrongPassword or RateLimited.

    Entering the pending address resends its messages; entering the confirmed one cancels the change.
    """
    address = emails.clean(text)
    proof.demand(user, password)
    if address is None:
        _take_away(user)
    elif address == user.email:
        withdraw(user)
    else:
        limits.letters(user.id)
        _ask(locked_existing(user), address)


def send_again(user: User) -> None:
    """Send the pending confirmation messages again; raise RateLimited."""
    limits.letters(user.id)
    _send(locked_existing(user))
    db.session.commit()


def withdraw(user: User) -> None:
    """Cancel the pending change."""
    asked = locked_existing(user).new_email
    forget_new(user)
    if asked:
        events.note("email-withdrawn", user.id)
    db.session.commit()


def confirm(token: str) -> User:
    """Confirm a new address by the link sent to it; raise InvalidLink."""
    user = links.opened(links.CONFIRM, token, lock=True)
    user.new_email_proven = True
    return _settled(user)


def agree(token: str) -> User:
    """Approve the change by the link sent to the old address; raise InvalidLink."""
    user = links.opened(links.AGREE, token, lock=True)
    user.new_email_agreed = True
    return _settled(user)


def begin(user: User, address: str) -> None:
    """Request confirmation of a new account's first address, without commit."""
    user.new_email = address
    _send(user)


def forget_new(user: User) -> None:
    """Clear the pending address and invalidate its links, without commit."""
    user.new_email, user.new_email_proven, user.new_email_agreed = None, False, False
    user.email_round += 1


def erase(user: User) -> None:
    """Remove all addresses of a locked account, without commit.

    This clears its row and its deliveries, and drops deliveries that are waiting.
    """
    user.email = None
    forget_new(user)
    own = Delivery.user_id == user.id
    dropped = {"state": "dropped", "ended_at": now()}
    db.session.execute(update(Delivery).where(own, Delivery.state == "waiting").values(dropped))
    gone = {"target": "", "params": {}, "reason": "The account was deleted."}
    db.session.execute(update(Delivery).where(own).values(gone))


def locked(user: User) -> User:
    """Reload the account and lock its row until the transaction ends."""
    db.session.refresh(user, with_for_update={"key_share": True})
    return user


def locked_existing(user: User) -> User:
    """Lock the account as `lock_user` does; raise AccountDeleted if it was deleted meanwhile."""
    if locked(user).deleted_at:
        raise Deleted
    return user


def _ask(user: User, address: str) -> None:
    if address != user.new_email:
        forget_new(user)
        user.new_email = address
        events.note("email-asked", user.id)
    _send(user)
    db.session.commit()


def _send(user: User) -> None:
    """Queue the confirmations that are still missing; each is checked again when it is sent."""
    round_ = {"round": user.email_round}
    if user.new_email and not user.new_email_proven and not limits.is_flooded(user.new_email):
        queue("confirm-email", user.id, "mail", user.new_email, round_)
    if user.new_email and user.email and not user.new_email_agreed:
        queue("agree-email", user.id, "mail", user.email, round_)


def _settled(user: User) -> User:
    """Replace the address if all confirmations are there; commit."""
    if user.new_email_proven and (user.email is None or user.new_email_agreed):
        user.email = user.new_email
        forget_new(user)
        events.note("email-changed", user.id)
    db.session.commit()
    return user


def _take_away(user: User) -> None:
    if locked_existing(user).email:
        queue("email-removed", user.id, "mail", str(user.email), {})
        events.note("email-removed", user.id)
    user.email = None
    forget_new(user)
    db.session.commit()
