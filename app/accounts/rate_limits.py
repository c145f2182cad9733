"""Rate limits, counted in the database and so shared by all processes.

limit_attempts() commits the count before the limited action, so aborted and parallel requests count. count_attempt()
counts in the running transaction, for work that must be the same with and without effect. Windows are fixed: they begin
with the first attempt, and refused attempts do not extend them. Names and addresses are stored only as keyed digests.
Very frequent actions are counted by burst_limits.
"""

from datetime import datetime, timedelta
from hashlib import blake2b

from flask import Flask, Response, current_app, g, has_request_context
from sqlalchemy import delete, select, text
from werkzeug.exceptions import TooManyRequests

from app.accounts.email import syntax
from app.accounts.models import Attempt
from app.db import db, delete_in_batches
from app.http.client_address import network
from app.i18n.languages import ngettext

QUARTER_HOUR, HOUR, DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)

COUNT_ATTEMPTS = text("""
    INSERT INTO attempts AS old (key, since, count) VALUES (:key, now(), :tries)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN old.since <= now() - :window THEN :tries ELSE least(old.count + :tries, :limit + 1) END,
        since = CASE WHEN old.since <= now() - :window THEN now() ELSE old.since END
    RETURNING count, since + :window - now()
""")


class RateLimited(TooManyRequests):
    """The limit is reached; `sentence` tells the user when to try again."""

    def __init__(self, wait: timedelta) -> None:
        seconds = max(1, -(-int(wait / timedelta(milliseconds=1)) // 1000))
        self.sentence = _sentence(seconds)
        super().__init__(self.sentence, retry_after=seconds)
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
    """Add Retry-After to every 429 response."""
    app.after_request(_add_retry_after)


def _add_retry_after(response: Response) -> Response:
    if response.status_code == 429 and "retry_after" in g:
        response.headers.setdefault("Retry-After", str(g.retry_after))
    return response


def limit_attempts(key: str, limit: int, window: timedelta) -> None:
    """Count one attempt, or raise RateLimited after `limit` in a window. Commits: call it before any change."""
    wait = count_attempt(key, limit, window)
    db.session.commit()
    if wait:
        raise RateLimited(wait)


def count_attempt(key: str, limit: int, window: timedelta) -> timedelta | None:
    """Count one attempt in the running transaction; return how long to wait if it exceeds the limit, else None."""
    count, wait = add_attempts(key, 1, limit, window)
    return wait if count > limit else None


def add_attempts(key: str, tries: int, limit: int, window: timedelta) -> tuple[int, timedelta]:
    """Count attempts in the running transaction; return the total and the time until the window ends."""
    values = {"key": stored_key(key), "tries": tries, "limit": limit, "window": window}
    count, wait = db.session.execute(COUNT_ATTEMPTS, values).one()
    return count, wait


def clear_count(key: str) -> None:
    """Delete the count of `key`, without commit."""
    db.session.execute(delete(Attempt).where(Attempt.key == stored_key(key)))


def has_count(key: str) -> bool:
    """Whether `key` has a count; counts are kept for a day at least."""
    return db.session.scalar(select(Attempt.count).where(Attempt.key == stored_key(key))) is not None


def delete_before(before: datetime) -> int:
    """Delete the counts of windows that began before a time, which must be a day ago or more; return how many."""
    return delete_in_batches(select(Attempt.key).where(Attempt.since < before).order_by(Attempt.since), Attempt.key)


def stored_key(key: str) -> str:
    """Return a key as it is stored: the kind of attempt, and a keyed digest of whose it is."""
    what, _, whose = key.partition(" ")
    secret = blake2b(str(current_app.secret_key).encode()).digest()
    return f"{what} {blake2b(whose.encode(), key=secret, digest_size=16).hexdigest()}"


def limit_sign_ups(address: str | None) -> None:
    """Limit sign-ups per network; households and classrooms share an address."""
    limit_attempts(f"signup {network(address)}", 60, HOUR)


def limit_sign_ins(address: str | None) -> None:
    """Limit sign-in attempts per network, whatever the name."""
    limit_attempts(f"signin {network(address)}", 50, QUARTER_HOUR)


def limit_guests(address: str | None) -> None:
    """Limit new guests per network."""
    limit_attempts(f"guest {network(address)}", 60, HOUR)


def limit_teams(user_id: int) -> None:
    """Limit the teams that a user creates."""
    limit_attempts(f"team {user_id}", 20, HOUR)


def limit_deck_saves(user_id: int) -> None:
    """Limit attempts to save a deck; several may be needed until all words are valid."""
    limit_attempts(f"deck {user_id}", 60, HOUR)


def limit_lobbies(user_id: int | None) -> None:
    """Limit the lobbies that a user opens; visitors are limited as new guests."""
    if user_id:
        limit_attempts(f"lobby {user_id}", 120, HOUR)


def limit_invitations(user_id: int) -> None:
    """Limit the invitations that a user sends."""
    limit_attempts(f"invitation {user_id}", 60, HOUR)


def is_invited_too_often(host_id: int, guest_id: int) -> bool:
    """Count an invitation between two users, without commit; return whether there are too many to notify the guest."""
    return count_attempt(f"invited {host_id} {guest_id}", 3, HOUR) is not None


def limit_reports(user_id: int) -> None:
    """Limit the reports that a user makes."""
    limit_attempts(f"report {user_id}", 10, HOUR)


def limit_rematches(user_id: int) -> None:
    """Limit the rematches that a user starts."""
    limit_attempts(f"rematch {user_id}", 60, HOUR)


def limit_renames(user_id: int) -> None:
    """Limit changes of name."""
    limit_attempts(f"rename {user_id}", 10, HOUR)


def limit_password_guesses(key: str) -> None:
    """Limit guesses at one account's password; `key` identifies the guesser."""
    limit_attempts(key, 10, QUARTER_HOUR)


def limit_confirmation_mails(user_id: int) -> None:
    """Limit the confirmation messages that a user requests."""
    limit_attempts(f"letters {user_id}", 5, HOUR)


def is_mailed_too_often(email: str) -> bool:
    """Count a message to an unconfirmed address, without commit; return whether there are too many.

    The requester is not told, since the address may be a stranger's and others' requests for it are private.
    """
    return count_attempt(f"mail {syntax.canonical_mailbox(email)}", 10, DAY) is not None


def limit_absence_changes(user_id: int) -> None:
    """Limit changes of days away."""
    limit_attempts(f"away {user_id}", 20, HOUR)


def limit_exports(user_id: int) -> None:
    """Limit data exports."""
    limit_attempts(f"export {user_id}", 6, HOUR)


def limit_reset_requests(address: str | None) -> None:
    """Limit requests for a password reset per network."""
    limit_attempts(f"reset {network(address)}", 20, HOUR)


def limit_login_link_requests(address: str | None) -> None:
    """Limit requests for a sign-in link per network."""
    limit_attempts(f"login-link {network(address)}", 20, HOUR)


def limit_password_resets(user_id: int) -> None:
    """Limit attempts to set a password by a reset link."""
    limit_attempts(f"renewal {user_id}", 20, HOUR)
