"""How often something may be tried, counted in the database and so across all processes.

Each count of spend() is committed at once, before what it limits is done: whoever breaks off or asks in parallel has
been counted. rest() counts within the running transaction, where its work must be the same with and without effect.
A window is fixed: it begins with the first try, and refused tries do not lengthen it. Whose tries they were is kept as
a keyed digest: no name and no address stands there. What is done very often is counted by pace.
"""

from datetime import datetime, timedelta
from hashlib import blake2b

from flask import Flask, Response, current_app, g, has_request_context
from sqlalchemy import delete, select, text
from werkzeug.exceptions import TooManyRequests

from app.accounts import emails
from app.accounts.models import Attempt
from app.clients import network
from app.db import db, delete_old
from app.languages import ngettext

QUARTER, HOUR, DAY = timedelta(minutes=15), timedelta(hours=1), timedelta(days=1)

SPEND = text("""
    INSERT INTO attempts AS old (key, since, count) VALUES (:key, now(), :tries)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN old.since <= now() - :window THEN :tries ELSE least(old.count + :tries, :limit + 1) END,
        since = CASE WHEN old.since <= now() - :window THEN now() ELSE old.since END
    RETURNING count, since + :window - now()
""")


class TooMany(TooManyRequests):
    """The limit is reached; `sentence` tells whoever tried when it ends."""

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
    """Let every answer of too many tries say to programs too when to try again."""
    app.after_request(_hint)


def _hint(response: Response) -> Response:
    if response.status_code == 429 and "retry_after" in g:
        response.headers.setdefault("Retry-After", str(g.retry_after))
    return response


def spend(key: str, limit: int, window: timedelta) -> None:
    """Count one try of `key`, or raise TooMany after `limit` in a window. Commits: call it before any other change."""
    wait = rest(key, limit, window)
    db.session.commit()
    if wait:
        raise TooMany(wait)


def rest(key: str, limit: int, window: timedelta) -> timedelta | None:
    """Count one try of `key` in the running transaction; return how long to wait if it was one too many."""
    count, wait = add(key, 1, limit, window)
    return wait if count > limit else None


def add(key: str, tries: int, limit: int, window: timedelta) -> tuple[int, timedelta]:
    """Count tries of `key` in the running transaction; return how many there were, and until the window's end."""
    values = {"key": digested(key), "tries": tries, "limit": limit, "window": window}
    count, wait = db.session.execute(SPEND, values).one()
    return count, wait


def forget(key: str) -> None:
    """Let the count of `key` begin anew, once the running transaction is committed."""
    db.session.execute(delete(Attempt).where(Attempt.key == digested(key)))


def is_counted(key: str) -> bool:
    """Whether `key` was counted, within a day at least."""
    return db.session.scalar(select(Attempt.count).where(Attempt.key == digested(key))) is not None


def forget_past(before: datetime) -> int:
    """Delete the counts of windows that began before a time, a day ago or more; return how many."""
    return delete_old(select(Attempt.key).where(Attempt.since < before).order_by(Attempt.since), Attempt.key)


def digested(key: str) -> str:
    """Return a key as it is stored: what was tried, and a digest of whose try it was."""
    what, _, whose = key.partition(" ")
    secret = blake2b(str(current_app.secret_key).encode()).digest()
    return f"{what} {blake2b(whose.encode(), key=secret, digest_size=16).hexdigest()}"


def signup(address: str | None) -> None:
    """Count a try to sign up; a household or a classroom shares an address."""
    spend(f"signup {network(address)}", 60, HOUR)


def signin(address: str | None) -> None:
    """Count a try to sign in from an address, whatever the name."""
    spend(f"signin {network(address)}", 50, QUARTER)


def guest(address: str | None) -> None:
    """Count a new guest."""
    spend(f"guest {network(address)}", 60, HOUR)


def team(user_id: int) -> None:
    """Count a team that somebody founds: others may be put into it by name."""
    spend(f"team {user_id}", 20, HOUR)


def deck(user_id: int) -> None:
    """Count a deck that somebody tries to save; it may take several tries until all words are right."""
    spend(f"deck {user_id}", 60, HOUR)


def lobby(user_id: int | None) -> None:
    """Count a lobby that somebody opens; visitors are counted as guests who come."""
    if user_id:
        spend(f"lobby {user_id}", 120, HOUR)


def invitation(user_id: int) -> None:
    """Count somebody who invites others to a lobby."""
    spend(f"invitation {user_id}", 60, HOUR)


def is_pressed(host_id: int, guest_id: int) -> bool:
    """Count an invitation of one by another, in the running transaction: was it one too many to be called for?"""
    return rest(f"invited {host_id} {guest_id}", 3, HOUR) is not None


def report(user_id: int) -> None:
    """Count a report that somebody makes."""
    spend(f"report {user_id}", 10, HOUR)


def rematch(user_id: int) -> None:
    """Count a game that somebody lets follow another."""
    spend(f"rematch {user_id}", 60, HOUR)


def name(user_id: int) -> None:
    """Count another name that somebody takes."""
    spend(f"rename {user_id}", 10, HOUR)


def password(key: str) -> None:
    """Count a guess at one account's password."""
    spend(key, 10, QUARTER)


def letters(user_id: int) -> None:
    """Count somebody who lets mails be sent to an address that is not confirmed."""
    spend(f"letters {user_id}", 5, HOUR)


def is_flooded(email: str) -> bool:
    """Count a mail to an address that is not confirmed, in the running transaction: was it one too many?

    Whoever asks is not told: the address may be a stranger's, and what others do with it is no news for them.
    """
    return rest(f"mail {emails.mailbox(email)}", 10, DAY) is not None


def away(user_id: int) -> None:
    """Count somebody who changes their days away."""
    spend(f"away {user_id}", 20, HOUR)


def export(user_id: int) -> None:
    """Count a file of one's own data."""
    spend(f"export {user_id}", 6, HOUR)


def reset(address: str | None) -> None:
    """Count somebody who has forgotten a password."""
    spend(f"reset {network(address)}", 20, HOUR)


def login_link(address: str | None) -> None:
    """Count somebody who asks for a link to sign in."""
    spend(f"login-link {network(address)}", 20, HOUR)


def renewal(user_id: int) -> None:
    """Count a password that somebody tries to take by a link."""
    spend(f"renewal {user_id}", 20, HOUR)
