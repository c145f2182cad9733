"""Browsers that have signed in to an account before.

Anybody can use up the tries of somebody else's name (guessing). So that this does not keep its owner out, a browser
that once signed in to an account brings a signed cookie and has ten tries of its own; only browsers new to the account
share those of the name. A stolen cookie yields ten more tries a quarter of an hour and nothing else.
"""

import secrets
from datetime import timedelta
from typing import NamedTuple

from flask import Response
from itsdangerous import BadData, URLSafeSerializer

from app import cookies, keys
from app.accounts.models import User

COOKIE = "browser"
LASTS = timedelta(days=400)  # as long as browsers keep a cookie


class Known(NamedTuple):
    """An account and the browser that has signed in to it."""

    user_id: int
    mark: str


def read() -> Known | None:
    """Return the account this browser last signed in to, with the browser's own mark."""
    try:
        user_id, mark = _signer().loads(cookies.get(COOKIE))
    except (BadData, ValueError, TypeError):
        return None
    return Known(user_id, mark)


def remember(response: Response, user: User) -> Response:
    """Mark this browser as one that has signed in to the account."""
    before = read()
    mark = before.mark if before and before.user_id == user.id else secrets.token_urlsafe(12)
    cookies.put(response, COOKIE, str(_signer().dumps([user.id, mark])), LASTS)
    return response


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(keys.signing(), salt="browser")
