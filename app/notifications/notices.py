"""Opening, updating and closing notices, by the code that changes a topic and in its transaction."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import ARRAY, JSONB

from app.db import db, now
from app.live import topic_versions
from app.live.topic_versions import user_topic
from app.notifications import turn_notices
from app.notifications.models import Notice
from app.notifications.reminders.schedule import STAGES
from app.notifications.turn_notices import TURN, OpenTurn, PendingTurn

_LOCK_OPEN_TURNS: Final = text(turn_notices.LOCK_OPEN_TURNS)
_WRITE_TURNS: Final = text(f"WITH {turn_notices.WRITE_TURNS} SELECT 1").bindparams(
    *(bindparam(name, type_=ARRAY(JSONB)) for name in ("updated_turns", "opened_turns"))
)


@dataclass(frozen=True)
class News:
    """An event in one topic that some users should know: the values for its text, and its link.

    Users in `bell_only` see it in the inbox but get no message.
    """

    user_ids: Collection[int]
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    bell_only: Collection[int] = ()


def sync_turns(places: Mapping[str, Sequence[PendingTurn]], actors: Collection[int] = ()) -> None:
    """Make the open `turn` notices of these topics match the given turns, as `turn_notices.plan_changes` has it.

    Runs two statements, however many topics; does not commit.
    """
    db.session.flush()  # of nudges
    found = [OpenTurn(*row) for row in db.session.execute(_LOCK_OPEN_TURNS, {"turn_topics": [*places]})]
    changes = turn_notices.plan_changes(found, places, actors)
    if changes.updated or changes.opened:
        db.session.execute(_WRITE_TURNS, changes.values())
    _bump_bells(changes.user_ids)


def nudge_users(topic: str, by: int, people: Collection[int] | None = None) -> None:
    """Make the reminders of users whose turn it is due now, as nudges by the user `by`: of all, or only of `people`.

    Locks their notices. Does not commit.
    """
    found = _lock_open_turns(topic).items()
    for notice in [notice for user_id, notice in found if people is None or user_id in people]:
        if notice.due_at is None:
            notice.stage = len(STAGES)  # no further reminder after this one
        notice.params, notice.due_at = {**notice.params, "nudge": by}, now()


def create_news(user_ids: Iterable[int], topic: str, kind: str, path: str, params: Mapping[str, Any]) -> None:
    """Create a news notice for each of these users, whose message is due now. Does not commit.

    It replaces the user's open notice of the same topic and kind, if any.
    """
    create_news_by_topic(kind, {topic: News(set(user_ids), path, params)})


def create_news_by_topic(kind: str, places: Mapping[str, News]) -> None:
    """Create the news notices of one kind for several topics, as `create_news` does for one, by two statements."""
    people = {(topic, user_id) for topic, news in places.items() for user_id in news.user_ids}
    if not people:
        return
    _close_where(Notice.kind == kind, tuple_(Notice.topic, Notice.user_id).in_(people))
    at = now()
    for topic, user_id in sorted(people):
        news = places[topic]
        due_at = None if user_id in news.bell_only else at
        db.session.add(Notice(user_id, topic, kind, dict(news.params), news.path, at, due_at=due_at))
    _bump_bells({user_id for _, user_id in people})


def close_notices(topic: str, kind: str, user_ids: Collection[int] | None = None, why: str = "passed") -> None:
    """Close the open notices of a topic and kind, for these users or for all. Does not commit."""
    people = [Notice.user_id.in_(user_ids)] if user_ids is not None else []
    _close_where(Notice.topic == topic, Notice.kind == kind, *people, why=why)


def close_topics(topics: Collection[str], why: str, kind: str = "") -> None:
    """Close the open notices of these topics for all users, of one kind or of all. Does not commit."""
    _close_where(Notice.topic.in_(topics), *([Notice.kind == kind] if kind else []), why=why)


def _close_where(*which: ColumnElement[bool], why: str = "passed") -> None:
    closing = update(Notice).where(*which, Notice.closed_at.is_(None)).values(closed_at=now(), why=why)
    closing = closing.execution_options(synchronize_session="fetch")
    _bump_bells(db.session.scalars(closing.returning(Notice.user_id)).all())


def _lock_open_turns(topic: str) -> dict[int, Notice]:
    """Lock and return the open `turn` notices of a topic by user id, so that no worker sends them meanwhile."""
    query = select(Notice).where(Notice.topic == topic, Notice.kind == TURN, Notice.closed_at.is_(None))
    query = query.order_by(Notice.id).with_for_update().execution_options(populate_existing=True)
    return {notice.user_id: notice for notice in db.session.scalars(query)}


def _bump_bells(user_ids: Collection[int]) -> None:
    """Bump the topics of these users, so that their bells are loaded again."""
    topic_versions.bump(*(user_topic(user_id) for user_id in user_ids))
