"""Requests for a mailed link, by name or e-mail address; the response does not reveal whether an account exists."""

from sqlalchemy import ColumnElement, func, select

from app.accounts import activity_log, rate_limits, users
from app.accounts.models import User
from app.db import db
from app.delivery.outbox import enqueue

MAX_ACCOUNTS = 5  # accounts with the same address that receive a message
MAX_ADDRESS_LENGTH = 254  # characters of an address that are looked up


def send_links(what: str, kind: str, event: str, typed: str, **params: str) -> None:
    """Queue a message of this kind for each matching account with a confirmed address; raise RateLimited.

    The work is the same whether or not an account matches. `what` is the rate limit's key, `event` the kind that the
    activity log shows the owner.
    """
    target, matches = _match_users(typed)
    wait = rate_limits.count_attempt(f"{what}-for {target}")
    if wait:
        raise rate_limits.RateLimited(wait)
    matching = select(User).where(User.email.is_not(None), matches).order_by(User.id).limit(MAX_ACCOUNTS)
    for user in db.session.scalars(matching).all():
        enqueue(kind, user.id, "mail", str(user.email), {"epoch": user.epoch, **params})
        activity_log.record_event(event, user.id)
    db.session.commit()


def _match_users(typed: str) -> tuple[str, ColumnElement[bool]]:
    """Return the rate limit's key and the condition on users.

    Text with an @ is an address, since names cannot contain one.
    """
    if "@" in typed:
        address = "".join(filter(str.isprintable, typed.strip()))[:MAX_ADDRESS_LENGTH]
        return address.lower(), func.lower(User.email) == func.lower(address)
    return users.typed_skeleton(typed), User.skeleton == users.typed_skeleton(typed)
