"""Browsers that have signed in to an account before, recognised by a signed cookie.

Anybody can use up the password guesses allowed for somebody else's name (login_throttle). So that this does not lock
the owner out, a browser known to the account has ten guesses of its own in 15 minutes. A stolen cookie gives a thief
these guesses and nothing else.
"""

import secrets
from datetime import timedelta
from typing import NamedTuple

from flask import Response
from itsdangerous import BadData, URLSafeSerializer

from app.accounts.models import User
from app.config import secret_keys
from app.http import cookies

COOKIE_NAME = "browser"
COOKIE_LIFETIME = timedelta(days=400)  # the longest that browsers keep a cookie


class KnownBrowser(NamedTuple):
    """What the cookie holds: the account last signed in to, and a random token for this browser."""

    user_id: int
    token: str


def load_known_browser() -> KnownBrowser | None:
    """Return the content of this request's known-browser cookie, or None if it is missing or forged."""
    try:
        user_id, token = _signer().loads(cookies.get_cookie(COOKIE_NAME))
    except (BadData, ValueError, TypeError):
        return None
    return KnownBrowser(user_id, token)


def remember_browser(response: Response, user: User) -> Response:
    """Set the known-browser cookie for this account on the response and return the response."""
    before = load_known_browser()
    token = before.token if before and before.user_id == user.id else secrets.token_urlsafe(12)
    cookies.set_cookie(response, COOKIE_NAME, str(_signer().dumps([user.id, token])), COOKIE_LIFETIME)
    return response


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_keys.signing_keys(), salt="browser")
