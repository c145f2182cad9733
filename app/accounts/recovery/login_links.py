"""Sign-in by a mailed link, also for owners locked out because others guessed at their password too often."""

from app.accounts import activity_log, rate_limits
from app.accounts.models import User
from app.accounts.recovery import link_requests, signed_links
from app.accounts.settings import timezones
from app.accounts.user_agents import current_client
from app.db import db
from app.http.client_address import network


def send_login_links(typed: str, address: str | None) -> None:
    """Send a sign-in link to each matching account with a confirmed address; raise RateLimited.

    The response and the work are the same whether or not an account matches.
    """
    rate_limits.enforce(f"login-link {network(address)}")
    browser, coarse = current_client()
    link_requests.send_links("login-link", "login-link", "link-asked", typed, browser=browser, network=coarse)


def sign_in_by_link(token: str) -> User:
    """Return the account of a token and invalidate the token; raise InvalidLink."""
    user = signed_links.consume_token(signed_links.LOGIN_LINK, token)
    timezones.set_missing_timezone(user)
    activity_log.record_event("signed-in-by-link", user.id)
    db.session.commit()
    return user
