"""Signing in by a link in a mail, for owners whose password was guessed at too often."""

from app.accounts import asking, events, limits, links, zones
from app.accounts.agents import origin
from app.accounts.models import User
from app.db import db


def ask(typed: str, address: str | None) -> None:
    """Send a link to each account of this name or e-mail address, if there is one with a confirmed address.

    Whether or not there is one, the answer and the work are the same. Raises TooMany.
    """
    limits.login_link(address)
    browser, network = origin()
    asking.send("login-link", "login-link", "link-asked", typed, browser=browser, network=network)


def sign_in(token: str) -> User:
    """Return the account of a link, which works no more; raise Dead."""
    user = links.used(links.LOGIN, token)
    zones.keep(user)
    events.note("signed-in-by-link", user.id)
    db.session.commit()
    return user
