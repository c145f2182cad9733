"""Limits on password guesses by browsers unknown to the account (known_browsers).

One network may guess ten times in 15 minutes, so that strangers elsewhere do not lock the owner out. All networks
together may guess a hundred times in an hour; those from which somebody has signed in to the account before are exempt
from this second limit.
"""

from sqlalchemy import or_, select

from app.accounts import rate_limits
from app.accounts.models import AccountEvent, BrowserSession, User
from app.accounts.user_agents import coarse_network
from app.db import db
from app.http.client_address import network

SIGN_IN_EVENTS = (  # event kinds
    *("signed-up", "signed-in", "signed-in-by-link", "reset-done"),
    *("signed-in-by-passkey", "signed-in-by-code", "signed-in-by-recovery-code"),
)


def count_guess(what: str, whose: object, user: User | None, address: str | None) -> str:
    """Count a password guess and commit; return the key to clear (`rate_limits.clear_count`) if it was correct.

    `what` is "name" or "account" (an action of LIMITS), `whose` the name or id guessed at, `address` the IP address.
    Raises RateLimited beyond a limit. The queries are the same whether or not the account exists.
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
    """Return whether somebody has signed in to the account from the coarse network of this address."""
    person, here = user.id if user else None, coarse_network(address)
    sessions = select(BrowserSession.id).where(BrowserSession.user_id == person, BrowserSession.network == here)
    came = AccountEvent.kind.in_(SIGN_IN_EVENTS) & (AccountEvent.network == here)
    events = select(AccountEvent.id).where(AccountEvent.user_id == person, came)
    return bool(db.session.scalar(select(or_(sessions.exists(), events.exists())))) and bool(here)
