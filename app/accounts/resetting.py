"""Reset of a forgotten password by a link sent to the confirmed address."""

from app.accounts import asking, events, limits, links, own, passwords
from app.accounts.models import User
from app.db import db


def send_reset_links(typed: str, address: str | None) -> None:
    """Send a reset link to each matching account with a confirmed address; raise RateLimited.

    The response and the work are the same whether or not an account matches.
    """
    limits.limit_reset_requests(address)
    asking.send_links("reset", "reset-password", "reset-asked", typed)


def reset_password(token: str, password: str) -> User:
    """Set the password of a token's account and end every session; raise InvalidLink, BadPassword or RateLimited."""
    user = links.user_of_token(links.RESET_PASSWORD, token)
    limits.limit_password_resets(user.id)
    password_hash = passwords.hash_new_password(password, user.name)
    user = links.user_of_token(links.RESET_PASSWORD, token, lock=True)
    own.set_password(user, password_hash)
    events.record_event("reset-done", user.id)
    db.session.commit()
    return user
