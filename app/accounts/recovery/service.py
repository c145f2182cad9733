"""Signing in by a mailed link, and setting a forgotten password by one.

A sign-in link also helps owners who are locked out because others guessed at their password too often.
"""

from typing import Final

from sqlalchemy import ColumnElement, func, select

from app.accounts import activity_log, rate_limits, users
from app.accounts.auth import passwords
from app.accounts.models import User
from app.accounts.recovery import signed_links
from app.accounts.recovery.signed_links import LinkPurpose
from app.accounts.second_factor import factors
from app.accounts.settings import account, timezones
from app.accounts.user_agents import current_client
from app.db import db
from app.delivery.outbox import enqueue
from app.http.client_address import network

MAX_ACCOUNTS = 5  # accounts with the same address that receive a message
MAX_ADDRESS_LENGTH = 254  # characters of an address that are looked up
REQUEST_EVENTS: Final = {"reset-password": "reset-asked", "login-link": "link-asked"}  # kinds in the activity log


def send_links(purpose: LinkPurpose, typed: str, address: str | None) -> None:
    """Queue a mailed link to each account with this name or confirmed e-mail address; raise RateLimited.

    `purpose` is RESET_PASSWORD or LOGIN_LINK, `address` the requester's IP address. Response and work are the same
    whether or not an account matches. Commits.
    """
    rate_limits.enforce(f"{purpose.name} {network(address)}")
    target, matches = _match_users(typed)
    wait = rate_limits.count_attempt(f"{purpose.name}-for {target}")
    if wait:
        raise rate_limits.RateLimited(wait)
    params = dict(zip(("browser", "network"), current_client(), strict=True)) if purpose.names_client else {}
    matching = select(User).where(User.email.is_not(None), matches).order_by(User.id).limit(MAX_ACCOUNTS)
    for user in db.session.scalars(matching).all():
        enqueue(purpose.name, user.id, "mail", str(user.email), {"epoch": user.epoch, **params})
        activity_log.record_event(REQUEST_EVENTS[purpose.name], user.id)
    db.session.commit()


def sign_in_by_link(token: str) -> User:
    """Return the account of a sign-in link and use the link up; raise InvalidLink. Commits.

    Starting the session is left to the caller.
    """
    user = signed_links.consume_token(signed_links.LOGIN_LINK, token)
    timezones.set_missing_timezone(user)
    activity_log.record_event(factors.first_step_event(user, "signed-in-by-link"), user.id)
    db.session.commit()
    return user


def reset_password(token: str, password: str) -> User:
    """Set the password of a reset link's account, ending all its sessions and tokens; return the account.

    Commits. Raises InvalidLink, BadPassword or RateLimited.
    """
    user = signed_links.user_of_token(signed_links.RESET_PASSWORD, token)
    rate_limits.enforce(f"renewal {user.id}")
    password_hash = passwords.hash_new_password(password, user.name)
    user = signed_links.user_of_token(signed_links.RESET_PASSWORD, token, lock=True)
    account.set_password(user, password_hash)
    activity_log.record_event("reset-done", user.id)
    db.session.commit()
    return user


def _match_users(typed: str) -> tuple[str, ColumnElement[bool]]:
    """Return what was typed as a rate limit's key, and the SQL condition on the users it matches.

    Text with an @ is an address, since names cannot contain one.
    """
    if "@" in typed:
        address = "".join(filter(str.isprintable, typed.strip()))[:MAX_ADDRESS_LENGTH]
        return address.lower(), func.lower(User.email) == func.lower(address)
    return users.typed_skeleton(typed), User.skeleton == users.typed_skeleton(typed)
