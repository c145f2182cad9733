"""Limits on password guesses by browsers unknown to the account (known_browsers).

Ten guesses in 15 minutes from one network, so that strangers elsewhere do not lock the owner out; and a hundred in an
hour from all networks together, except those from which somebody has signed in to the account before.
"""

from sqlalchemy import or_, select

from app.accounts import limits
from app.accounts.agents import network_of
from app.accounts.models import BrowserSession, Event, User
from app.clients import network
from app.db import db

OF_NETWORK, OF_ALL = 10, 100  # guesses in 15 minutes, and in an hour
COMINGS = ("signed-up", "signed-in", "signed-in-by-link", "reset-done")  # event kinds


def count(what: str, whose: object, user: User | None, address: str | None) -> str:
    """Count a password guess, or raise RateLimited; return the key to clear after a correct one. Commits.

    The queries are the same whether or not the account exists.
    """
    key = f"{what} {whose} {network(address)}"
    wait = limits.rest(key, OF_NETWORK, limits.QUARTER)
    is_known = _is_known(user, address)
    if not wait:
        total = limits.rest(f"{what}-anywhere {whose}", OF_ALL, limits.HOUR)
        wait = None if is_known else total
    db.session.commit()
    if wait:
        raise limits.TooMany(wait)
    return key


def _is_known(user: User | None, address: str | None) -> bool:
    """Whether somebody has signed in to the account from this coarse network."""
    person, here = user.id if user else None, network_of(address)
    sessions = select(BrowserSession.id).where(BrowserSession.user_id == person, BrowserSession.network == here)
    came = Event.kind.in_(COMINGS) & (Event.network == here)
    events = select(Event.id).where(Event.user_id == person, came)
    return bool(db.session.scalar(select(or_(sessions.exists(), events.exists())))) and bool(here)
