"""Reset of a forgotten password by a link sent to the confirmed address."""

from app.accounts import asking, events, limits, links, own, passwords
from app.accounts.models import User
from app.db import db


def ask(typed: str, address: str | None) -> None:
    """Send a reset link to each matching account with a confirmed address; raise RateLimited.

    The response and the work are the same whether or not an account matches.
    """
    limits.reset(address)
    asking.send("reset", "reset-password", "reset-asked", typed)


def change(token: str, password: str) -> User:
    """Set the password of a token's account and end every session; raise InvalidLink, BadPassword or RateLimited."""
    user = links.opened(links.RESET, token)
    limits.renewal(user.id)
    password_hash = passwords.hash_of(password, user.name)
    user = links.opened(links.RESET, token, lock=True)
    own.take_password(user, password_hash)
    events.note("reset-done", user.id)
    db.session.commit()
    return user
