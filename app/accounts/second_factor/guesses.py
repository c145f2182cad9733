"""Limits on guesses at the codes of an account.

Whoever guesses knows the password already, so no network is exempt: ten guesses in 15 minutes from one network, fifty a
day from all. Recovery codes cannot be guessed; for them, only the first limit counts.
"""

from flask import request

from app.accounts import rate_limits
from app.db import db
from app.http.client_address import network


def count_code(user_id: int) -> list[str]:
    """Count a guess at an app's code and commit; return the keys to clear if it was right. Raises RateLimited."""
    return [*count_recovery_code(user_id), _count(f"code-anywhere {user_id}")]


def count_recovery_code(user_id: int) -> list[str]:
    """Count a guess at a recovery code and commit; return the keys to clear if it was right. Raises RateLimited."""
    return [_count(f"code {user_id} {network(request.remote_addr)}")]


def clear(keys: list[str]) -> None:
    """Reset the counts of these keys, without commit."""
    for key in keys:
        rate_limits.clear_count(key)
    db.session.flush()


def _count(key: str) -> str:
    rate_limits.enforce(key)
    return key
