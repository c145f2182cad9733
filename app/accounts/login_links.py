"""Sign-in by a mailed link, also for owners locked out because others guessed at their password too often."""

from app.accounts import asking, events, limits, links, zones
from app.accounts.agents import origin
from app.accounts.models import User
from app.db import db


def ask(typed: str, address: str | None) -> None:
    """Send a sign-in link to each matching account with a confirmed address; raise RateLimited.

    The response and the work are the same whether or not an account matches.
    """
    limits.login_link(address)
    browser, network = origin()
    asking.send("login-link", "login-link", "link-asked", typed, browser=browser, network=network)


def sign_in(token: str) -> User:
    """Return the account of a token and invalidate the token; raise InvalidLink."""
    user = links.used(links.LOGIN, token)
    zones.keep(user)
    events.note("signed-in-by-link", user.id)
    db.session.commit()
    return user
