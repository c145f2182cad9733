"""Rate limits, counted in the database and so shared by all processes.

enforce() commits the count before the limited action, so that failed and parallel requests count too. count_attempt()
counts in the running transaction, for actions whose work must not reveal whether they had an effect. A key is an action
of LIMITS and, after a space, who does it. Windows are fixed: they begin with the first attempt, and refused attempts do
not extend them. Names and addresses are stored only as keyed digests. Very frequent actions are counted by
burst_limits.
"""

from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final

from flask import Flask, Response, current_app, g, has_request_context
from sqlalchemy import delete, select, text

from app.accounts.models import Attempt
from app.db import db, delete_in_batches
from app.i18n.languages import ngettext
from app.refusals import Refusal

QUARTER_HOUR, HOUR, DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)

LIMITS: Final = {  # attempts in a window, by action
    # of a network; households and classrooms share one
    "signup": (60, HOUR),
    "signin": (50, QUARTER_HOUR),  # whatever the name
    "guest": (60, HOUR),
    "puzzle": (120, HOUR),  # visitors without a name who begin to play
    "reset-password": (20, HOUR),
    "login-link": (20, HOUR),
    # of whoever guesses a password, in a known browser or elsewhere; see login_throttle
    "browser": (10, QUARTER_HOUR),
    "name": (10, QUARTER_HOUR),
    "name-anywhere": (100, HOUR),
    "account": (10, QUARTER_HOUR),
    "account-anywhere": (100, HOUR),
    # of whoever guesses a code of an account; see second_factor.guesses
    "code": (10, QUARTER_HOUR),
    "code-anywhere": (50, DAY),
    # for a name, an address or a mailbox
    "reset-password-for": (3, HOUR),
    "login-link-for": (3, HOUR),
    "mail": (10, DAY),
    # of a user
    "renewal": (20, HOUR),  # setting a password by a reset link
    "letters": (5, HOUR),  # confirmations of an address
    "rename": (10, HOUR),
    "away": (20, HOUR),
    "export": (6, HOUR),
    "test": (6, HOUR),  # test messages
    "team": (20, HOUR),
    "deck": (60, HOUR),  # saving a deck may take several attempts until all words are valid
    "lobby": (120, HOUR),
    "invitation": (60, HOUR),
    "invited": (3, HOUR),  # of a user, for each of those whom they invite
    "report": (10, HOUR),
    "rematch": (60, HOUR),
    "clock": (20, HOUR),  # proposals
    "nudge": (6, HOUR),
    "substitute": (20, HOUR),  # links
}

IS_OVER = "(old.since <= now() - :window OR old.since >= now() + :window)"  # in the future: the clock was put back
COUNT_ATTEMPTS = text(f"""
    INSERT INTO attempts AS old (key, since, count) VALUES (:key, now(), :tries)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN {IS_OVER} THEN :tries ELSE least(old.count + :tries, :limit + 1) END,
        since = CASE WHEN {IS_OVER} THEN now() ELSE old.since END
    RETURNING count, since + :window - now()
""")  # noqa: S608 - constants


class RateLimited(Refusal):
    """429: the limit is reached; the sentence and the Retry-After header say when to try again."""

    status = 429

    def __init__(self, wait: timedelta) -> None:
        seconds = max(1, -(-int(wait / timedelta(milliseconds=1)) // 1000))
        super().__init__(_sentence(seconds))
        if has_request_context():
            g.retry_after = seconds


def _sentence(seconds: int) -> str:
    if seconds < 60:
        return ngettext(
            "Too many tries. Try again in %(num)d second.", "Too many tries. Try again in %(num)d seconds.", seconds
        )
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many tries. Try again in %(num)d minute.", "Too many tries. Try again in %(num)d minutes.", minutes
    )


def init_app(app: Flask) -> None:
    """Add a Retry-After header to the 429 responses that RateLimited causes."""
    app.after_request(_add_retry_after)


def _add_retry_after(response: Response) -> Response:
    if response.status_code == 429 and "retry_after" in g:
        response.headers.setdefault("Retry-After", str(g.retry_after))
    return response


def enforce(key: str) -> None:
    """Count one attempt for `key` and commit; raise RateLimited if it exceeds the action's limit.

    Because it commits, call it before changing anything.
    """
    wait = count_attempt(key)
    db.session.commit()
    if wait:
        raise RateLimited(wait)


def count_attempt(key: str) -> timedelta | None:
    """Count one attempt for `key`, without commit; return how long to wait if that exceeds the limit, else None."""
    limit, window = LIMITS[key.partition(" ")[0]]
    count, wait = add_attempts(key, 1, limit, window)
    return wait if count > limit else None


def add_attempts(key: str, tries: int, limit: int, window: timedelta) -> tuple[int, timedelta]:
    """Add `tries` attempts for `key`, without commit; return the total and the time until the window ends.

    A window that is over starts again. The total stops growing at `limit` + 1.
    """
    values = {"key": stored_key(key), "tries": tries, "limit": limit, "window": window}
    count, wait = db.session.execute(COUNT_ATTEMPTS, values).one()
    return count, wait


def clear_count(key: str) -> None:
    """Reset the count of `key` to zero, without commit."""
    db.session.execute(delete(Attempt).where(Attempt.key == stored_key(key)))


def has_count(key: str) -> bool:
    """Return whether an attempt for `key` is on record; counts are kept for at least a day."""
    return db.session.scalar(select(Attempt.count).where(Attempt.key == stored_key(key))) is not None


def delete_before(before: datetime) -> int:
    """Delete the counts of windows that began before a time and return their number; commits in batches.

    The time must be at least a day ago, since no window is longer.
    """
    return delete_in_batches(select(Attempt.key).where(Attempt.since < before).order_by(Attempt.since), Attempt.key)


def stored_key(key: str) -> str:
    """Return a key as it is stored: its action, and a keyed digest of who does it."""
    what, _, whose = key.partition(" ")
    secret = blake2b(str(current_app.secret_key).encode()).digest()
    return f"{what} {blake2b(whose.encode(), key=secret, digest_size=16).hexdigest()}"
