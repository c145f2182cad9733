"""Signed, single-use links in messages; they are not stored.

A link's token is signed for one purpose and holds the account's id and a fingerprint of the account's state, so that it
becomes invalid when that state changes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from itsdangerous import BadData, SignatureExpired

from app.accounts import rate_limits
from app.accounts.models import User
from app.config import secret_keys
from app.db import db


@dataclass(frozen=True)
class LinkPurpose:
    """A kind of link: its name, how long it is valid, and the account state that its fingerprint covers.

    `single_use` is for links whose use does not change that state: their use is recorded (`consume_token`).
    `names_client`: the mail says from which browser and network the link was requested.
    """

    name: str
    max_age: timedelta
    state: Callable[[User], list[object]]
    single_use: bool = False
    names_client: bool = False


CONFIRM_EMAIL = LinkPurpose(
    "confirm-email", timedelta(days=7), lambda user: [user.email_round, user.new_email, user.new_email_proven]
)
APPROVE_EMAIL_CHANGE = LinkPurpose(
    "agree-email", timedelta(days=7), lambda user: [user.email_round, user.email, user.new_email, user.new_email_agreed]
)
RESET_PASSWORD = LinkPurpose(
    "reset-password", timedelta(hours=1), lambda user: [user.epoch, user.password_hash, user.email]
)
LOGIN_LINK = LinkPurpose(
    "login-link",
    timedelta(minutes=15),
    lambda user: [user.epoch, user.password_hash, user.email],
    single_use=True,
    names_client=True,
)


class InvalidLink(Exception):
    """410, or 404 if forged: a link of `purpose` that does not work or no longer does."""

    status = 410

    def __init__(self, purpose: LinkPurpose) -> None:
        super().__init__(purpose.name)
        self.purpose = purpose


class ForgedLink(InvalidLink):
    """404: the token was not signed by this site for this purpose, or was altered."""

    status = 404


class ExpiredLink(InvalidLink):
    """The link is older than its purpose allows."""


class UsedLink(InvalidLink):
    """The link has been used, or the account's state has changed since it was made."""


def make_token(purpose: LinkPurpose, user: User) -> str:
    """Return a token for a link of this purpose that is valid for the account's current state."""
    return str(secret_keys.timed_serializer(purpose.name).dumps([user.id, _fingerprint(purpose, user)]))


def user_of_token(purpose: LinkPurpose, token: str, lock: bool = False) -> User:
    """Return the account of a valid token; with `lock`, its row is locked until the transaction ends.

    Raises InvalidLink. The token stays valid.
    """
    return _verify_token(purpose, token, lock)[0]


def consume_token(purpose: LinkPurpose, token: str) -> User:
    """Return the account of a valid token, locked, and record the token's use, without commit; raise InvalidLink."""
    user, key = _verify_token(purpose, token, lock=True)
    rate_limits.add_attempts(key, 1, 1, purpose.max_age)
    return user


def _verify_token(purpose: LinkPurpose, token: str, lock: bool) -> tuple[User, str]:
    """Return the account of a valid token and the rate limit key that records its use; raise InvalidLink.

    The key is not the token itself, because one token can be spelled in several ways.
    """
    max_age = int(purpose.max_age.total_seconds())
    try:
        (user_id, fingerprint), made = secret_keys.timed_serializer(purpose.name).loads(
            token, max_age=max_age, return_timestamp=True
        )
    except SignatureExpired:
        raise ExpiredLink(purpose) from None
    except BadData:
        raise ForgedLink(purpose) from None
    user = db.session.get(User, user_id, populate_existing=True, with_for_update={"key_share": True} if lock else None)
    if user is None or user.deleted_at or fingerprint != _fingerprint(purpose, user):
        raise UsedLink(purpose)
    key = f"{purpose.name}-used {user_id} {made.timestamp()}"
    if purpose.single_use and rate_limits.has_count(key):
        raise UsedLink(purpose)
    return user, key


def _fingerprint(purpose: LinkPurpose, user: User) -> str:
    return sha256(json.dumps(purpose.state(user)).encode()).hexdigest()[:32]
