"""Challenges of passkeys: signed, for one purpose and one session, good for ten minutes and once.

They are not stored before they are used, so that each tab may have its own.
"""

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Final

from flask import session
from itsdangerous import BadData, URLSafeTimedSerializer

from app.accounts import rate_limits
from app.config import secret_keys
from app.db import db
from app.i18n.languages import _
from app.refusals import Refusal

SESSION_KEY: Final = "passkeys"  # session key: a random mark that challenges are bound to
LIFETIME: Final = timedelta(minutes=10)
USE_NOTED: Final = LIFETIME + secret_keys.MAX_AHEAD  # for as long as the challenge can be good
TIMEOUT: Final = int(LIFETIME.total_seconds()) * 1000  # milliseconds that a browser is told to wait
MAX_LENGTH: Final = 500  # characters of a challenge that is read


class BadChallenge(Refusal):
    """The challenge is not of this session and purpose, is too old, or has been used."""


def make_challenge(purpose: str, user_id: int = 0, note: str = "") -> bytes:
    """Return a new challenge for this session, which carries `note`; `user_id` is 0 as long as nobody is known."""
    session.setdefault(SESSION_KEY, secrets.token_urlsafe(16))
    return str(_signer().dumps([secrets.token_urlsafe(16), note, *_bound_to(purpose, user_id)])).encode()


def spend_challenge(challenge: bytes, purpose: str, user_id: int = 0) -> str:
    """Use a challenge of this session up, commit, and return its note; raise BadChallenge if it does not count."""
    refused = BadChallenge(_("That took too long, or was sent twice. Try again."))
    try:
        text = challenge[:MAX_LENGTH].decode("ascii")
        _nonce, note, *bound = _signer().loads(text, max_age=int(LIFETIME.total_seconds()))
    except (BadData, UnicodeDecodeError):
        raise refused from None
    count, _wait = rate_limits.add_attempts(f"challenge-used {text}", 1, 1, USE_NOTED)
    db.session.commit()
    if bound != _bound_to(purpose, user_id) or count > 1:
        raise refused
    return str(note)


def _bound_to(purpose: str, user_id: int) -> list[object]:
    return [purpose, user_id, sha256(session.get(SESSION_KEY, "").encode()).hexdigest()[:32]]


def _signer() -> URLSafeTimedSerializer:
    return secret_keys.timed_serializer("passkey challenge")
