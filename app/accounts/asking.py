"""Requests for a mailed link, by name or e-mail address; the response does not reveal whether an account exists."""

from sqlalchemy import ColumnElement, func, select

from app.accounts import events, limits
from app.accounts.lookalikes import skeleton
from app.accounts.models import User
from app.accounts.service import LONGEST_LOOKUP
from app.db import db
from app.post.writing import queue

MOST = 5  # accounts with the same address that receive a message
LONGEST = 254  # characters of an address that are looked up


def send(what: str, kind: str, event: str, typed: str, **params: str) -> None:
    """Queue a message of this kind for each matching account with a confirmed address; raise RateLimited.

    The work is the same whether or not an account matches. `what` is the rate limit's key, `event` the kind that the
    activity log shows the owner.
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
    """Return the rate limit's key and the condition on users.

    Text with an @ is an address, since names cannot contain one.
    """
    if "@" in typed:
        address = "".join(filter(str.isprintable, typed.strip()))[:LONGEST]
        return address.lower(), func.lower(User.email) == func.lower(address)
    bones = skeleton(typed[:LONGEST_LOOKUP])[:LONGEST_LOOKUP]
    return bones, User.skeleton == bones
