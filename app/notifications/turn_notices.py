"""Notices of turns: what has to change so that the open ones match whose turn it is, and the SQL for it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Self

from app.db import now
from app.notifications.reminders.schedule import reminder_due_at, stage_after_change

TURN: Final = "turn"

# The locked rows, for `OpenTurn`. Without the lock, a worker might be sending their reminders meanwhile.
LOCK_OPEN_TURNS: Final = f"""
    SELECT id, user_id, topic, params, since, deadline, stage, due_at, called_at FROM notices
    WHERE topic = ANY(CAST(:turn_topics AS text[])) AND kind = '{TURN}' AND closed_at IS NULL ORDER BY id FOR UPDATE
"""  # noqa: S608 - a constant

# CTEs for `TurnChanges.values`. They close first: an open notice is unique by user, topic and kind. By the limit the
# planner expects one row to update, and looks it up by the index instead of reading all notices.
WRITE_TURNS: Final = f"""
    updated_turns AS (
        UPDATE notices SET since = new.since, deadline = new.deadline, stage = new.stage, params = new.params,
            due_at = new.due_at, closed_at = new.closed_at, why = new.why
        FROM (SELECT * FROM unnest(CAST(:updated_turns AS jsonb[])) AS item
                LIMIT cardinality(CAST(:updated_turns AS jsonb[]))) AS items,
            jsonb_to_record(item) AS new (id bigint, since timestamptz, deadline timestamptz, stage int, params jsonb,
                due_at timestamptz, closed_at timestamptz, why text)
        WHERE notices.id = new.id RETURNING 1),
    opened_turns AS (
        INSERT INTO notices (user_id, topic, kind, params, path, since, deadline, stage, due_at)
        SELECT user_id, topic, '{TURN}', params, path, since, deadline, stage, due_at
        FROM unnest(CAST(:opened_turns AS jsonb[])) AS item, jsonb_to_record(item) AS new (user_id bigint, topic text,
            params jsonb, path text, since timestamptz, deadline timestamptz, stage int, due_at timestamptz)
        WHERE (SELECT count(*) FROM updated_turns) >= 0 RETURNING 1)
"""  # noqa: S608 - a constant


@dataclass(frozen=True)
class PendingTurn:
    """A user whose turn it is in one topic, of which they are to have a notice.

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


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """The row of an open notice of a turn; `closed_at` and `why` are set by what closes it."""

    id: int
    user_id: int
    topic: str
    params: Mapping[str, Any]
    since: datetime
    deadline: datetime | None
    stage: int
    due_at: datetime | None
    called_at: datetime | None
    closed_at: datetime | None = None
    why: str | None = None

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Self:
        """Return a row whose times are texts in ISO 8601."""
        times = ("since", "deadline", "due_at", "called_at")
        return cls(**{**row, **{name: row[name] and datetime.fromisoformat(row[name]) for name in times}})


@dataclass(frozen=True)
class TurnChanges:
    """The notices to update, those to open as (topic, turn, stage), and the users whose bells change."""

    updated: Sequence[OpenTurn]
    opened: Sequence[tuple[str, PendingTurn, int]]
    user_ids: Collection[int]

    def values(self) -> dict[str, list[dict[str, Any]]]:
        """Return the bind parameters of `WRITE_TURNS`, as values of JSON."""
        return {
            "updated_turns": [_updated_row(notice) for notice in self.updated],
            "opened_turns": [_opened_row(*new) for new in self.opened],
        }


def plan_changes(
    found: Iterable[OpenTurn], places: Mapping[str, Sequence[PendingTurn]], actors: Collection[int] = ()
) -> TurnChanges:
    """Return what makes the open notices of these topics match the given turns; `found` are all that are open.

    If a user's notice is still open when a new turn begins, it goes on, so that nobody is reminded twice about one
    topic. Users who have just acted (`actors`) know that their turn goes on, but are reminded anew of another one.
    """
    awaited = {(topic, wait.user_id): wait for topic, waits in places.items() for wait in waits}
    updated, opened, changed = list[OpenTurn](), list[tuple[str, PendingTurn, int]](), set[int]()
    for notice in found:
        wait, acted = awaited.pop((notice.topic, notice.user_id), None), notice.user_id in actors
        if wait is None or (wait.since, wait.deadline) != (notice.since, notice.deadline):
            changed.add(notice.user_id)
        if wait and acted and not (wait.since == notice.since and notice.called_at is None):
            opened.append((notice.topic, wait, max(notice.stage, 1) if wait.since == notice.since else 0))
            wait = None  # acting closes what the user was reminded of, so that queued messages about it are dropped
        updated.append(_keep_open(notice, wait, acted) if wait else _close(notice, "acted" if acted else "passed"))
    opened += [(topic, wait, 0) for (topic, _), wait in awaited.items()]
    changed |= {user_id for _, user_id in awaited}
    unchanged = {notice.id: notice for notice in found}
    return TurnChanges([each for each in updated if each != unchanged[each.id]], opened, changed)


def _keep_open(notice: OpenTurn, wait: PendingTurn, acted: bool) -> OpenTurn:
    """Return the open notice of a turn that goes on, due as it is now; a nudge stays unless the user has acted.

    A user who has acted since the last reminder knows about that turn only, not about another that began afterwards.
    """
    stage = notice.stage if notice.called_at or notice.since == wait.since else 0
    stage = max(stage, 1) if acted else stage
    if (wait.since, wait.deadline) != (notice.since, notice.deadline):  # else the clock may have been put back
        stage = stage_after_change(stage, wait.since, wait.deadline, now())
    due_at = _due_at(wait, stage)
    nudge = {"nudge": notice.params["nudge"]} if "nudge" in notice.params and not acted else {}
    params, due_at = {**wait.params, **nudge}, notice.due_at if nudge else due_at
    return replace(notice, since=wait.since, deadline=wait.deadline, stage=stage, params=params, due_at=due_at)


def _close(notice: OpenTurn, why: str) -> OpenTurn:
    return replace(notice, closed_at=now(), why=why)


def _due_at(wait: PendingTurn, stage: int) -> datetime | None:
    """Return when the next reminder of a turn is due."""
    return reminder_due_at(stage, wait.since, wait.deadline, wait.acted_at) if wait.sends_messages else None


def _updated_row(notice: OpenTurn) -> dict[str, Any]:
    times = _times(since=notice.since, deadline=notice.deadline, due_at=notice.due_at, closed_at=notice.closed_at)
    return {"id": notice.id, "stage": notice.stage, "params": notice.params, "why": notice.why, **times}


def _opened_row(topic: str, wait: PendingTurn, stage: int) -> dict[str, Any]:
    stage = stage_after_change(stage, wait.since, wait.deadline, now())
    own = {"user_id": wait.user_id, "topic": topic, "params": dict(wait.params), "path": wait.path, "stage": stage}
    return own | _times(since=wait.since, deadline=wait.deadline, due_at=_due_at(wait, stage))


def _times(**times: datetime | None) -> dict[str, str | None]:
    return {name: at.isoformat() if at else None for name, at in times.items()}
