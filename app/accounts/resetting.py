"""A forgotten password: a mail to the confirmed address leads to a page for a new one."""

from sqlalchemy import ColumnElement, func, select

from app.accounts import events, limits, links, own, passwords
from app.accounts.lookalikes import skeleton
from app.accounts.models import User
from app.accounts.service import LONGEST_LOOKUP
from app.db import db
from app.post.writing import queue

MOST = 5  # accounts of one address that get a mail at a time
LONGEST = 254  # characters of an address that are looked at


def ask(typed: str, address: str | None) -> None:
    """Send a link to each account of this name or e-mail address, if there is one with a confirmed address.

    Whether or not there is one, the answer and the work are the same. Raises TooMany.
    """
    limits.reset(address)
    target, is_meant = _target(typed)
    wait = limits.rest(f"reset {target}", 3, limits.HOUR)
    if wait:
        raise limits.TooMany(wait)
    meant = select(User).where(User.email.is_not(None), is_meant).order_by(User.id).limit(MOST)
    for user in db.session.scalars(meant).all():
        queue("reset-password", user.id, "mail", str(user.email), {"epoch": user.epoch})
        events.note("reset-asked", user.id)
    db.session.commit()


def change(token: str, password: str) -> User:
    """Give the account of a link another password and sign out every session; raise Dead, BadPassword or TooMany."""
    user = links.opened(links.RESET, token)
    limits.renewal(user.id)
    password_hash = passwords.hash_of(password, user.name)
    user = links.opened(links.RESET, token, lock=True)
    own.take_password(user, password_hash)
    events.note("reset-done", user.id)
    db.session.commit()
    return user


def _target(typed: str) -> tuple[str, ColumnElement[bool]]:
    """Return what was typed as it is counted, and whom it means: no name holds an @."""
    if "@" in typed:
        address = "".join(filter(str.isprintable, typed.strip()))[:LONGEST]
        return address.lower(), func.lower(User.email) == func.lower(address)
    bones = skeleton(typed[:LONGEST_LOOKUP])[:LONGEST_LOOKUP]
    return bones, User.skeleton == bones
