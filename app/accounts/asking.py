"""Asking for a mail with a link, by a name or an e-mail address: the answer does not tell whether there is one."""

from sqlalchemy import ColumnElement, func, select

from app.accounts import events, limits
from app.accounts.lookalikes import skeleton
from app.accounts.models import User
from app.accounts.service import LONGEST_LOOKUP
from app.db import db
from app.post.writing import queue

MOST = 5  # accounts of one address that get a mail at a time
LONGEST = 254  # characters of an address that are looked at


def send(what: str, kind: str, event: str, typed: str, **params: str) -> None:
    """Send a mail of this kind to each account of this name or e-mail address that has a confirmed address.

    Whether or not there is one, the work is the same. `what` is the key by which it is counted, `event` what the owner
    reads of it. Raises TooMany.
    """
    target, is_meant = _target(typed)
    wait = limits.rest(f"{what} {target}", 3, limits.HOUR)
    if wait:
        raise limits.TooMany(wait)
    meant = select(User).where(User.email.is_not(None), is_meant).order_by(User.id).limit(MOST)
    for user in db.session.scalars(meant).all():
        queue(kind, user.id, "mail", str(user.email), {"epoch": user.epoch, **params})
        events.note(event, user.id)
    db.session.commit()


def _target(typed: str) -> tuple[str, ColumnElement[bool]]:
    """Return what was typed as it is counted, and whom it means: no name holds an @."""
    if "@" in typed:
        address = "".join(filter(str.isprintable, typed.strip()))[:LONGEST]
        return address.lower(), func.lower(User.email) == func.lower(address)
    bones = skeleton(typed[:LONGEST_LOOKUP])[:LONGEST_LOOKUP]
    return bones, User.skeleton == bones
