"""The bell on every page, which shows the number of open notices: loading it, and the topics that change it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from app.db import db
from app.live import topic_versions
from app.live.read_cache import cached_read
from app.live.topic_versions import account_topic, user_topic
from app.notifications.turn_notices import TURN


def query(user: str, told: str, own: str) -> str:
    """Return the SQL of the query for a user's bell, given SQL expressions for the user's id and two topics.

    The expressions are inserted as they are. The statement has the bind parameter `turn`, too (`query_parameters`).
    """
    return f"""
        SELECT count(*) AS open, array_agg(topic) FILTER (WHERE kind = :turn) AS awaited,
            coalesce((SELECT beat FROM beats WHERE topic = {told}), 0) AS told,
            coalesce((SELECT beat FROM beats WHERE topic = {own}), 0) AS own
        FROM notices WHERE user_id = {user} AND closed_at IS NULL
    """  # noqa: S608 - expressions of our own


QUERY: Final = query(":user", ":told", ":own")
_STATEMENT: Final = text(QUERY)


@dataclass(frozen=True)
class Bell:
    """A user's open notices: their number, the topics where it is the user's turn, and the versions that they show."""

    user_id: int
    open: int
    awaited: frozenset[str]
    versions: Mapping[str, int]

    @property
    def tag(self) -> str:
        """The signed tag of these versions, with which the page polls for changes."""
        return topic_versions.write_tag(str(self.user_id), self.versions)


def bell_topics(user_id: int | None) -> list[str]:
    """Return the topics that a polling page adds to its tag, so that the bell is updated with it; none for visitors.

    The second topic covers everything else that concerns this user alone.
    """
    return [] if user_id is None else [user_topic(user_id), account_topic(user_id)]


def load_bell(user_id: int) -> Bell:
    """Return a user's bell, from the read cache if it is current there, else by one query."""
    return cached_read(("bell", user_id), bell_topics(user_id), lambda: _query_bell(user_id))


def query_parameters(user_id: int) -> dict[str, object]:
    """Return the bind parameters of `QUERY` for a user."""
    told, own = bell_topics(user_id)
    return {"user": user_id, "turn": TURN, "told": told, "own": own}


def read_bell(user_id: int, row: Mapping[Any, Any]) -> Bell:
    """Return a user's bell from the row that `QUERY` returned."""
    told, own = bell_topics(user_id)
    return Bell(user_id, row["open"], frozenset(row["awaited"] or ()), {told: row["told"], own: row["own"]})


def _query_bell(user_id: int) -> Bell:
    with db.session.no_autoflush:  # objects that a refused form left in the session must not be written
        return read_bell(user_id, db.session.execute(_STATEMENT, query_parameters(user_id)).mappings().one())
