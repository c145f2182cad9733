"""The e-mail address of an account: `email` is a confirmed one, `new_email` one that is not yet.

A first address is confirmed by a link sent to it, another one by links sent to both. Each function commits once unless
it says otherwise.
"""

from sqlalchemy import update

from app.accounts import emails, events, limits, links, proof
from app.accounts.errors import Deleted
from app.accounts.models import User
from app.db import db, now
from app.post.models import Delivery
from app.post.writing import queue


def change(user: User, text: str, password: str) -> None:
    """Ask for another address, or take it away with an empty text; raise BadEmail, WrongPassword or TooMany.

    Typing the new address again sends the mails again; typing the confirmed one withdraws what was asked.
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
    """Send the mails again that still wait for an answer; raise TooMany."""
    limits.letters(user.id)
    _send(locked_existing(user))
    db.session.commit()


def withdraw(user: User) -> None:
    """Ask for no other address any more."""
    asked = locked_existing(user).new_email
    forget_new(user)
    if asked:
        events.note("email-withdrawn", user.id)
    db.session.commit()


def confirm(token: str) -> User:
    """Confirm a new address by the link that was sent to it; raise Dead."""
    user = links.opened(links.CONFIRM, token, lock=True)
    user.new_email_proven = True
    return _settled(user)


def agree(token: str) -> User:
    """Agree to the change by the link that was sent to the address before; raise Dead."""
    user = links.opened(links.AGREE, token, lock=True)
    user.new_email_agreed = True
    return _settled(user)


def begin(user: User, address: str) -> None:
    """Let a fresh account have its first address confirmed, without commit."""
    user.new_email = address
    _send(user)


def forget_new(user: User) -> None:
    """Ask for no other address any more, without commit; links that were sent for it are void."""
    user.new_email, user.new_email_proven, user.new_email_agreed = None, False, False
    user.email_round += 1


def erase(user: User) -> None:
    """Keep no address of a locked account, neither in it nor in the post, without commit; what waits is dropped."""
    user.email = None
    forget_new(user)
    own = Delivery.user_id == user.id
    dropped = {"state": "dropped", "ended_at": now()}
    db.session.execute(update(Delivery).where(own, Delivery.state == "waiting").values(dropped))
    gone = {"target": "", "params": {}, "reason": "The account was deleted."}
    db.session.execute(update(Delivery).where(own).values(gone))


def locked(user: User) -> User:
    """Return the account as it is now, and keep others from changing it until the transaction ends."""
    db.session.refresh(user, with_for_update={"key_share": True})
    return user


def locked_existing(user: User) -> User:
    """Return the account as `locked` does; raise Deleted where it was deleted meanwhile."""
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
    """Put those mails into the post that still wait for an answer; who writes them looks again."""
    round_ = {"round": user.email_round}
    if user.new_email and not user.new_email_proven and not limits.is_flooded(user.new_email):
        queue("confirm-email", user.id, "mail", user.new_email, round_)
    if user.new_email and user.email and not user.new_email_agreed:
        queue("agree-email", user.id, "mail", user.email, round_)


def _settled(user: User) -> User:
    """Change the address once everybody concerned has confirmed it."""
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
