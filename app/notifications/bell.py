"""The bell on every page: how much is open for its reader, and the topic on which that changes."""

from dataclasses import dataclass

from sqlalchemy import text

from app import pulse
from app.db import db
from app.notifications.notices import TURN
from app.pulse import own_topic_of, topic_of
from app.recall import recall

OPEN = text(
    "SELECT count(*) AS open, array_agg(topic) FILTER (WHERE kind = :turn) AS awaited, "
    "coalesce((SELECT beat FROM beats WHERE topic = :told), 0) AS told, "
    "coalesce((SELECT beat FROM beats WHERE topic = :own), 0) AS own "
    "FROM notices WHERE user_id = :user AND closed_at IS NULL"
)


@dataclass(frozen=True)
class Bell:
    """How much is open for a person, at which places they are awaited, and the tag of a bell that shows it."""

    open: int
    awaited: frozenset[str]
    tag: str


def topics(user_id: int | None) -> list[str]:
    """Return what a page that polls adds to its tag, so that the bell of its reader comes along; visitors have none.

    What else concerns the reader alone comes with it.
    """
    return [] if user_id is None else [topic_of(user_id), own_topic_of(user_id)]


def look(user_id: int) -> Bell:
    """Return what a person's bell shows now, by one statement."""
    return recall(("bell", user_id), topics(user_id), lambda: _look(user_id))


def _look(user_id: int) -> Bell:
    told, own = topics(user_id)
    with db.session.no_autoflush:  # what a refused form has left in the session is not to be written for this
        row = db.session.execute(OPEN, {"user": user_id, "turn": TURN, "told": told, "own": own}).one()
    return Bell(row.open, frozenset(row.awaited or ()), pulse.written(str(user_id), {told: row.told, own: row.own}))
