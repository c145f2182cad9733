"""Limits on password guesses by browsers unknown to the account (known_browsers).

Ten guesses in 15 minutes from one network, so that strangers elsewhere do not lock the owner out; and a hundred in an
hour from all networks together, except those from which somebody has signed in to the account before.
"""

from sqlalchemy import or_, select

from app.accounts import rate_limits
from app.accounts.models import AccountEvent, BrowserSession, User
from app.accounts.user_agents import coarse_network
from app.db import db
from app.http.client_address import network

SIGN_IN_EVENTS = ("signed-up", "signed-in", "signed-in-by-link", "reset-done")  # event kinds


def count_guess(what: str, whose: object, user: User | None, address: str | None) -> str:
    """Count a password guess, or raise RateLimited; return the key to clear after a correct one. Commits.

    The queries are the same whether or not the account exists.
    """
    key = f"{what} {whose} {network(address)}"
    wait = rate_limits.count_attempt(key)
    is_known = _is_known_network(user, address)
    if not wait:
        total = rate_limits.count_attempt(f"{what}-anywhere {whose}")
        wait = None if is_known else total
    db.session.commit()
    if wait:
        raise rate_limits.RateLimited(wait)
    return key


def _is_known_network(user: User | None, address: str | None) -> bool:
    """Whether somebody has signed in to the account from this coarse network."""
    person, here = user.id if user else None, coarse_network(address)
    sessions = select(BrowserSession.id).where(BrowserSession.user_id == person, BrowserSession.network == here)
    came = AccountEvent.kind.in_(SIGN_IN_EVENTS) & (AccountEvent.network == here)
    events = select(AccountEvent.id).where(AccountEvent.user_id == person, came)
    return bool(db.session.scalar(select(or_(sessions.exists(), events.exists())))) and bool(here)
