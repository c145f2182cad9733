"""From open notices to messages: the worker's task that reminds users whose notices are due.

Everything due for a user is sent together, in one transaction with the next stages of the notices. So each reminder is
sent once, with any number of workers, and wherever one of them is killed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, select, update

from app.accounts.models import User
from app.db import db, now
from app.notifications import channels, mails, muting
from app.notifications.calls import KIND, NEWS, NUDGE, Call, items
from app.notifications.channels import Reach
from app.notifications.models import Notice
from app.notifications.notices import TURN
from app.notifications.schedule import STAGES, ahead, due, skip_past
from app.post.writing import queue

Calls = defaultdict[int, list[tuple[str, Call]]]  # by user id, with their topics

FEW = 3  # more reminders than this become one push


def call(most_people: int = 200) -> int:
    """Send the due reminders, longest overdue users first; return how many users had something due. Commits.

    Runs nine statements, however many users. Muted topics and users without a channel are skipped: they have the bell.
    """
    at = now()
    notices = _take(_people(most_people, at), at)
    if notices:
        _send(_advance(notices, at), at)
    db.session.commit()
    return len({notice.user_id for notice in notices})


def _people(most: int, at: datetime) -> Sequence[int]:
    """Lock users with due notices, skipping locked ones, so that only one worker at a time edits a user's digest."""
    which = (Notice.closed_at.is_(None), Notice.due_at <= at)
    first = select(Notice.user_id, func.min(Notice.due_at).label("at")).where(*which).group_by(Notice.user_id)
    overdue = first.subquery()
    query = select(User.id).join(overdue, overdue.c.user_id == User.id).order_by(overdue.c.at).limit(most)
    return db.session.scalars(query.with_for_update(of=User, key_share=True, skip_locked=True)).all()


def _take(people: Sequence[int], at: datetime) -> Sequence[Row[Any]]:
    """Lock and return the due notices; those locked by a running move wait for the next run."""
    due_now = (Notice.user_id.in_(people), Notice.closed_at.is_(None), Notice.due_at <= at)
    columns = (Notice.id, Notice.user_id, Notice.topic, Notice.kind, Notice.params)
    query = select(*columns, Notice.since, Notice.deadline, Notice.stage).where(*due_now)
    return db.session.execute(query.order_by(Notice.id).with_for_update(skip_locked=True)).all()


def _advance(notices: Sequence[Row[Any]], at: datetime) -> Calls:
    """Move the notices to their next stage; return the reminders to send."""
    calls, changes = Calls(list), []
    for notice in notices:
        name, stage, due_at = _step(notice, at)
        params = dict(notice.params)
        by = params.pop(NUDGE, None)
        calls[notice.user_id].append((notice.topic, Call(notice.id, name, by)))
        changes.append({"id": notice.id, "stage": stage, "due_at": due_at, "called_at": at, "params": params})
    db.session.execute(update(Notice), changes)
    return calls


def _step(notice: Row[Any], at: datetime) -> tuple[str, int, datetime | None]:
    """Return the due reminder, and the next stage with its time, if it has one.

    A nudge skips only the reminders that are due at the same moment: one message is enough.
    """
    wait = notice.since, notice.deadline
    if notice.kind != TURN:
        return NEWS, 1, None
    if NUDGE in notice.params:
        stage = ahead(max(notice.stage, 1), *wait, at)
        return NUDGE, stage, due(stage, *wait)
    stage, _ = skip_past(notice.stage, *wait, at)
    return STAGES[stage], stage + 1, due(stage + 1, *wait)


def _send(calls: Calls, at: datetime) -> None:
    """Add the messages to the outbox: pushes and webhooks at once, emails when the next digest is due."""
    muted, reached = muting.muted(calls), channels.of(calls)
    heard = {reach: _heard(calls[user_id], user_id, muted) for user_id, reach in reached.items()}
    for reach, own in heard.items():
        _push(reach, own)
        if reach.webhook and own:
            queue(KIND, reach.user_id, "webhook", reach.webhook, {"items": items(own)})
    mails.post({reach: own for reach, own in heard.items() if reach.mail and own}, at)


def _heard(calls: Iterable[tuple[str, Call]], user_id: int, muted: Collection[tuple[int, str]]) -> list[Call]:
    return [call for topic, call in calls if (user_id, topic) not in muted]


def _push(reach: Reach, calls: list[Call]) -> None:
    """Queue one push for each reminder, so that each topic has one message on the screen, or a single push for many."""
    for browser in reach.pushes:
        for some in [[each] for each in calls] if len(calls) <= FEW else [calls]:
            queue(KIND, reach.user_id, "push", str(browser), {"items": items(some)})
