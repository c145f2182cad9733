"""Opening, updating and closing notices, by the code that changes a topic and in its transaction."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select, tuple_, update

from app.db import db, force_update, now
from app.live import topic_versions
from app.live.topic_versions import user_topic
from app.notifications.models import Notice
from app.notifications.reminders.schedule import STAGES, reminder_due_at, stage_after_change

TURN = "turn"


@dataclass(frozen=True)
class PendingTurn:
    """A user whose turn it is in one topic, from which `sync_turns` makes a notice.

    `since` is when the turn began, which identifies it; `acted_at` is when the user last acted there. Without messages
    (live games) only the pages show it.
    """

    user_id: int
    path: str
    since: datetime
    deadline: datetime | None = None
    acted_at: datetime | None = None
    sends_messages: bool = True
    params: Mapping[str, Any] = field(default_factory=dict)


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
    """Make the open `turn` notices of these topics match the given turns: open, update and close them.

    If a user's notice is still open when a new turn begins, it goes on, so that nobody is reminded twice about one
    topic. Users who have just acted (`actors`) know that their turn goes on, but are reminded anew of another one. Runs
    a few statements, however many topics; does not commit.
    """
    found, opened, changed = _lock_open_turns(places), list[Notice](), set[int]()
    for topic, waits in places.items():
        awaited = {wait.user_id: wait for wait in waits}
        for user_id, notice in found.get(topic, {}).items():
            wait = awaited.pop(user_id, None)
            if wait is None or (wait.since, wait.deadline) != (notice.since, notice.deadline):
                changed.add(user_id)
            opened += _update_or_close(notice, wait, user_id in actors)
        opened += [_new_notice(topic, wait) for wait in awaited.values()]
        changed |= awaited.keys()
    old = [notice for people in found.values() for notice in people.values() if db.session.is_modified(notice)]
    force_update(old, "since", "deadline", "stage", "params", "due_at", "closed_at", "why")
    db.session.flush()  # close first: an open notice is unique by user, topic and kind
    db.session.add_all(opened)
    _bump_bells(changed)


def nudge_users(topic: str, by: int, people: Collection[int] | None = None) -> None:
    """Make the reminders of users whose turn it is due now, as nudges by the user `by`: of all, or only of `people`.

    Locks their notices. Does not commit.
    """
    found = _lock_open_turns([topic]).get(topic, {}).items()
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


def _lock_open_turns(places: Collection[str]) -> dict[str, dict[int, Notice]]:
    """Lock and return the open `turn` notices of these topics, by topic and user id.

    Without the lock, a worker might be sending their reminders meanwhile.
    """
    query = select(Notice).where(Notice.topic.in_(places), Notice.kind == TURN, Notice.closed_at.is_(None))
    query = query.order_by(Notice.id).with_for_update().execution_options(populate_existing=True)
    found: dict[str, dict[int, Notice]] = {}
    for notice in db.session.scalars(query):
        found.setdefault(notice.topic, {})[notice.user_id] = notice
    return found


def _update_or_close(notice: Notice, wait: PendingTurn | None, acted: bool) -> list[Notice]:
    """Update or close a user's open notice; return the new notice that replaces it, or none.

    Acting closes the notice that the user was reminded of, so that queued messages about it are dropped.
    """
    if wait is None:
        _mark_closed(notice, "acted" if acted else "passed")
        return []
    same = notice.since == wait.since
    if acted and not (same and notice.called_at is None):
        _mark_closed(notice, "acted")
        return [_new_notice(notice.topic, wait, max(notice.stage, 1) if same else 0)]
    _keep_open(notice, wait, acted)
    return []


def _keep_open(notice: Notice, wait: PendingTurn, acted: bool) -> None:
    """Update an open notice to a turn: an acting user needs no first reminder, for others a pending nudge stays.

    A user who has acted since the last reminder knows about that turn only, not about another that began afterwards.
    """
    stage = notice.stage if notice.called_at or notice.since == wait.since else 0
    notice.since, notice.deadline = wait.since, wait.deadline
    notice.stage, due_at = _stage_and_due(wait, max(stage, 1) if acted else stage)
    nudge = {"nudge": notice.params["nudge"]} if "nudge" in notice.params and not acted else {}
    notice.params, notice.due_at = {**wait.params, **nudge}, notice.due_at if nudge else due_at


def _new_notice(topic: str, wait: PendingTurn, stage: int = 0) -> Notice:
    stage, due_at = _stage_and_due(wait, stage)
    params = dict(wait.params)
    return Notice(wait.user_id, topic, TURN, params, wait.path, wait.since, wait.deadline, stage, due_at)


def _stage_and_due(wait: PendingTurn, stage: int) -> tuple[int, datetime | None]:
    """Return how many reminders of a turn count as sent, and when the next is due."""
    stage = stage_after_change(stage, wait.since, wait.deadline, now())
    return stage, reminder_due_at(stage, wait.since, wait.deadline, wait.acted_at) if wait.sends_messages else None


def _mark_closed(notice: Notice, why: str) -> None:
    notice.closed_at, notice.why = now(), why


def _bump_bells(user_ids: Collection[int]) -> None:
    """Bump the topics of these users, so that their bells are loaded again."""
    topic_versions.bump(*(user_topic(user_id) for user_id in user_ids))
