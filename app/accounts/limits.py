"""How often something may be tried, counted in the database and so across all processes.

Each count is committed at once, before what it limits is done: whoever breaks off or asks in parallel has been counted.
A window is fixed: it begins with the first try, and refused tries do not lengthen it.
"""

from datetime import timedelta
from ipaddress import IPv6Address, ip_address

from sqlalchemy import delete, text
from werkzeug.exceptions import TooManyRequests

from app.accounts.models import Attempt
from app.db import db
from app.languages import ngettext

QUARTER, HOUR = timedelta(minutes=15), timedelta(hours=1)

SPEND = text("""
    INSERT INTO attempts AS old (key, since, count) VALUES (:key, now(), 1)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN old.since <= now() - :window THEN 1 ELSE least(old.count + 1, :limit + 1) END,
        since = CASE WHEN old.since <= now() - :window THEN now() ELSE old.since END
    RETURNING count, since + :window - now()
""")

# Rows of windows long past go a few at a time, whenever a window begins; two sweepers do not wait for each other.
SWEEP = text("""
    DELETE FROM attempts WHERE key IN (
        SELECT key FROM attempts WHERE since < now() - interval '1 day'
        ORDER BY since LIMIT 20 FOR UPDATE SKIP LOCKED)
""")


class TooMany(TooManyRequests):
    """The limit is reached; `description` tells whoever tried when it ends."""

    def __init__(self, rest: timedelta) -> None:
        minutes = max(1, -(-int(rest.total_seconds()) // 60))
        sentence = ngettext(
            "Too many tries. Try again in %(num)d minute.", "Too many tries. Try again in %(num)d minutes.", minutes
        )
        super().__init__(sentence)


def spend(key: str, limit: int, window: timedelta) -> None:
    """Count one try of `key`, or raise TooMany after `limit` in a window. Commits: call it before any other change."""
    count, rest = db.session.execute(SPEND, {"key": key, "limit": limit, "window": window}).one()
    if count == 1:
        db.session.execute(SWEEP)
    db.session.commit()
    if count > limit:
        raise TooMany(rest)


def forget(key: str) -> None:
    """Let the count of `key` begin anew, once the running transaction is committed."""
    db.session.execute(delete(Attempt).where(Attempt.key == key))


def signup(address: str | None) -> None:
    """Count a sign-up; a household or a classroom shares an address."""
    spend(f"signup {network(address)}", 30, HOUR)


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


def password(key: str) -> None:
    """Count a guess at one account's password."""
    spend(key, 10, QUARTER)


def network(address: str | None) -> str:
    """Return what one household has in common: an IPv4 address, or the first 64 bits of an IPv6 one."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "unknown"
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
