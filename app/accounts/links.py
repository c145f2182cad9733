"""Signed, single-use links in messages; they are not stored.

A link is signed for its purpose and holds the account and a fingerprint of the state that it will change, so that it
becomes invalid when that state changes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

from app import keys
from app.accounts import limits
from app.accounts.models import User
from app.db import db


@dataclass(frozen=True)
class Purpose:
    """The name of a kind of link, how long it is valid, and the account state in its fingerprint.

    `single_use` is for links that leave that state unchanged: their use is recorded (`consume_token`).
    """

    name: str
    lasts: timedelta
    state: Callable[[User], list[object]]
    once: bool = False


CONFIRM = Purpose(
    "confirm-email", timedelta(days=7), lambda user: [user.email_round, user.new_email, user.new_email_proven]
)
AGREE = Purpose(
    "agree-email", timedelta(days=7), lambda user: [user.email_round, user.email, user.new_email, user.new_email_agreed]
)
RESET = Purpose("reset-password", timedelta(hours=1), lambda user: [user.epoch, user.password_hash, user.email])
LOGIN = Purpose(
    "login-link", timedelta(minutes=15), lambda user: [user.epoch, user.password_hash, user.email], once=True
)


class Dead(Exception):
    """A link that no longer works."""

    status = 410


class Forged(Dead):
    """Not signed by this site for this purpose, or altered."""

    status = 404


class Expired(Dead):
    """Too old."""


class Void(Dead):
    """Used before, or replaced by a newer one."""


def make(purpose: Purpose, user: User) -> str:
    """Return a link's token for the account's current state."""
    return str(_signer(purpose).dumps([user.id, _fingerprint(purpose, user)]))


def opened(purpose: Purpose, token: str, lock: bool = False) -> User:
    """Return the account of a token, locked until the transaction ends if `lock` is set; raise InvalidLink."""
    return _opened(purpose, token, lock)[0]


def used(purpose: Purpose, token: str) -> User:
    """Return the locked account of a token and invalidate the token, without commit; raise InvalidLink."""
    user, key = _opened(purpose, token, lock=True)
    limits.add(key, 1, 1, purpose.lasts)
    return user


def _opened(purpose: Purpose, token: str, lock: bool) -> tuple[User, str]:
    """Return the account of a token, and the key that records its use.

    The key is not the token itself, because one token can be spelled in several ways.
    """
    lasts = int(purpose.lasts.total_seconds())
    try:
        (user_id, fingerprint), made = _signer(purpose).loads(token, max_age=lasts, return_timestamp=True)
    except SignatureExpired:
        raise Expired from None
    except BadData:
        raise Forged from None
    user = db.session.get(User, user_id, populate_existing=True, with_for_update={"key_share": True} if lock else None)
    if user is None or user.deleted_at or fingerprint != _fingerprint(purpose, user):
        raise Void
    key = f"{purpose.name}-used {user_id} {made.timestamp()}"
    if purpose.once and limits.is_counted(key):
        raise Void
    return user, key


def _signer(purpose: Purpose) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(keys.signing_keys(), salt=purpose.name)


def _fingerprint(purpose: Purpose, user: User) -> str:
    return sha256(json.dumps(purpose.state(user)).encode()).hexdigest()[:32]
