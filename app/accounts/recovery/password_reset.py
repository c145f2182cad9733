"""Reset of a forgotten password by a link sent to the confirmed address."""

from app.accounts import activity_log, rate_limits
from app.accounts.auth import passwords
from app.accounts.models import User
from app.accounts.recovery import link_requests, signed_links
from app.accounts.settings import account
from app.db import db
from app.http.client_address import network


def send_reset_links(typed: str, address: str | None) -> None:
    """Send a reset link to each matching account with a confirmed address; raise RateLimited.

    The response and the work are the same whether or not an account matches.
    """
    rate_limits.enforce(f"reset {network(address)}")
    link_requests.send_links("reset", "reset-password", "reset-asked", typed)


def reset_password(token: str, password: str) -> User:
    """Set the password of a token's account and end every session; raise InvalidLink, BadPassword or RateLimited."""
    user = signed_links.user_of_token(signed_links.RESET_PASSWORD, token)
    rate_limits.enforce(f"renewal {user.id}")
    password_hash = passwords.hash_new_password(password, user.name)
    user = signed_links.user_of_token(signed_links.RESET_PASSWORD, token, lock=True)
    account.set_password(user, password_hash)
    activity_log.record_event("reset-done", user.id)
    db.session.commit()
    return user
