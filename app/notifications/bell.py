"""The bell on every page: the number of open notices, and the topics on which it changes."""

from dataclasses import dataclass

from sqlalchemy import text

from app.db import db
from app.live import topic_versions
from app.live.read_cache import cached_read
from app.live.topic_versions import account_topic, user_topic
from app.notifications.notices import TURN

BELL_QUERY = text(
    "SELECT count(*) AS open, array_agg(topic) FILTER (WHERE kind = :turn) AS awaited, "
    "coalesce((SELECT beat FROM beats WHERE topic = :told), 0) AS told, "
    "coalesce((SELECT beat FROM beats WHERE topic = :own), 0) AS own "
    "FROM notices WHERE user_id = :user AND closed_at IS NULL"
)


@dataclass(frozen=True)
class Bell:
    """A user's open notices: their number, the topics where it is the user's turn, and the tag for polling."""

    open: int
    awaited: frozenset[str]
    tag: str


def bell_topics(user_id: int | None) -> list[str]:
    """Return the topics that a polling page adds to its tag, so that the bell is updated with it; none for visitors.

    The second topic covers everything else that concerns this user alone.
    """
    return [] if user_id is None else [user_topic(user_id), account_topic(user_id)]


def load_bell(user_id: int) -> Bell:
    """Return a user's bell, from the read cache or by one query."""
    return cached_read(("bell", user_id), bell_topics(user_id), lambda: _query_bell(user_id))


def _query_bell(user_id: int) -> Bell:
    told, own = bell_topics(user_id)
    with db.session.no_autoflush:  # objects that a refused form left in the session must not be written
        row = db.session.execute(BELL_QUERY, {"user": user_id, "turn": TURN, "told": told, "own": own}).one()
    return Bell(
        row.open, frozenset(row.awaited or ()), topic_versions.write_tag(str(user_id), {told: row.told, own: row.own})
    )
