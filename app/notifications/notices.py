"""What is open for whom: brought in line by whoever knows a place, in the transaction of what happened there."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, select, tuple_, update

from app import pulse
from app.db import db, now, write_alike
from app.notifications.models import Notice
from app.notifications.schedule import STAGES, due, still_made
from app.pulse import topic_of

TURN = "turn"


@dataclass(frozen=True)
class Wait:
    """One person awaited in one place.

    `since` is when the wait began, and tells one wait from the next; `acted_at` when the person last did something
    there. Where people sit together (`calls` False) the pages tell them, and no message does.
    """

    user_id: int
    path: str
    since: datetime
    deadline: datetime | None = None
    acted_at: datetime | None = None
    calls: bool = True
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class News:
    """What happened in one place, for some people: what its sentence needs, and where it leads.

    Those who are `quiet` find it at the bell, and no message is sent to them.
    """

    user_ids: Collection[int]
    path: str
    params: Mapping[str, Any] = field(default_factory=dict)
    quiet: Collection[int] = ()


def align(places: Mapping[str, Sequence[Wait]], actors: Collection[int] = ()) -> None:
    """Let the open `turn` notices of these topics be exactly those of who is awaited there now.

    A new wait of somebody whose notice is still open goes on with it, so that nobody is called twice for one place;
    who has just acted (`actors`) knows where the wait goes on, and is called anew where another begins. A few
    statements, however many places.
    """
    found, opened, changed = _open(places), list[Notice](), set[int]()
    for topic, waits in places.items():
        awaited = {wait.user_id: wait for wait in waits}
        for user_id, notice in found.get(topic, {}).items():
            wait = awaited.pop(user_id, None)
            if wait is None or (wait.since, wait.deadline) != (notice.since, notice.deadline):
                changed.add(user_id)
            opened += _follow(notice, wait, user_id in actors)
        opened += [_opened(topic, wait) for wait in awaited.values()]
        changed |= awaited.keys()
    old = [notice for people in found.values() for notice in people.values() if db.session.is_modified(notice)]
    write_alike(old, "since", "deadline", "stage", "params", "due_at", "closed_at", "why")
    db.session.flush()  # what was closed makes room for what is opened
    db.session.add_all(opened)
    _ring(changed)


def nudge(topic: str, by: int, people: Collection[int] | None = None) -> None:
    """Let those who are awaited in a place, or only these people, be called at once, in the name of the person `by`."""
    found = _open([topic]).get(topic, {}).items()
    for notice in [notice for user_id, notice in found if people is None or user_id in people]:
        if notice.due_at is None:
            notice.stage = len(STAGES)  # no other call follows on this one
        notice.params, notice.due_at = {**notice.params, "nudge": by}, now()


def tell(user_ids: Iterable[int], topic: str, kind: str, path: str, params: Mapping[str, Any]) -> None:
    """Open a piece of news for these people, due at once; one that is open already for the same is renewed."""
    tell_all(kind, {topic: News(set(user_ids), path, params)})


def tell_all(kind: str, places: Mapping[str, News]) -> None:
    """Tell of several places what `tell` tells of one, by one statement, and one more at the flush."""
    people = {(topic, user_id) for topic, news in places.items() for user_id in news.user_ids}
    if not people:
        return
    _close_those(Notice.kind == kind, tuple_(Notice.topic, Notice.user_id).in_(people))
    at = now()
    for topic, user_id in sorted(people):
        news = places[topic]
        due_at = None if user_id in news.quiet else at
        db.session.add(Notice(user_id, topic, kind, dict(news.params), news.path, at, due_at=due_at))
    _ring({user_id for _, user_id in people})


def close(topic: str, kind: str, user_ids: Collection[int] | None = None, why: str = "passed") -> None:
    """Close what is open of a kind in a place, for these people or for all."""
    people = [Notice.user_id.in_(user_ids)] if user_ids is not None else []
    _close_those(Notice.topic == topic, Notice.kind == kind, *people, why=why)


def close_all(topics: Collection[str], why: str, kind: str = "") -> None:
    """Close whatever is open in some places, or what is of a kind, for everybody."""
    _close_those(Notice.topic.in_(topics), *([Notice.kind == kind] if kind else []), why=why)


def _close_those(*which: ColumnElement[bool], why: str = "passed") -> None:
    closing = update(Notice).where(*which, Notice.closed_at.is_(None)).values(closed_at=now(), why=why)
    closing = closing.execution_options(synchronize_session="fetch")
    _ring(db.session.scalars(closing.returning(Notice.user_id)).all())


def _open(places: Collection[str]) -> dict[str, dict[int, Notice]]:
    """Return the open `turn` notices of these topics, locked: a worker may be calling their people just now."""
    query = select(Notice).where(Notice.topic.in_(places), Notice.kind == TURN, Notice.closed_at.is_(None))
    query = query.order_by(Notice.id).with_for_update().execution_options(populate_existing=True)
    found: dict[str, dict[int, Notice]] = {}
    for notice in db.session.scalars(query):
        found.setdefault(notice.topic, {})[notice.user_id] = notice
    return found


def _follow(notice: Notice, wait: Wait | None, acted: bool) -> list[Notice]:
    """Let an open notice go on or close it; return what takes its place, if anything does.

    Whoever acts closes what they were called for, so that whatever is still in the post falls silent.
    """
    if wait is None:
        _close(notice, "acted" if acted else "passed")
        return []
    same = notice.since == wait.since
    if acted and not (same and notice.called_at is None):
        _close(notice, "acted")
        return [_opened(notice.topic, wait, max(notice.stage, 1) if same else 0)]
    _continue(notice, wait, acted)
    return []


def _continue(notice: Notice, wait: Wait, acted: bool) -> None:
    """Keep a notice open: who acts knows of the wait, who does not may have been nudged.

    Whoever has acted since they were last called knows that wait alone, and not another that begins without them.
    """
    stage = notice.stage if notice.called_at or notice.since == wait.since else 0
    notice.since, notice.deadline = wait.since, wait.deadline
    notice.stage, due_at = _standing(wait, max(stage, 1) if acted else stage)
    nudge = {"nudge": notice.params["nudge"]} if "nudge" in notice.params and not acted else {}
    notice.params, notice.due_at = {**wait.params, **nudge}, notice.due_at if nudge else due_at


def _opened(topic: str, wait: Wait, stage: int = 0) -> Notice:
    stage, due_at = _standing(wait, stage)
    params = dict(wait.params)
    return Notice(wait.user_id, topic, TURN, params, wait.path, wait.since, wait.deadline, stage, due_at)


def _standing(wait: Wait, stage: int) -> tuple[int, datetime | None]:
    """Return which calls of a wait count as made, and when the next one is due."""
    stage = still_made(stage, wait.since, wait.deadline, now())
    return stage, due(stage, wait.since, wait.deadline, wait.acted_at) if wait.calls else None


def _close(notice: Notice, why: str) -> None:
    notice.closed_at, notice.why = now(), why


def _ring(user_ids: Collection[int]) -> None:
    """Let the pages of these people know."""
    pulse.beat(*(topic_of(user_id) for user_id in user_ids))
