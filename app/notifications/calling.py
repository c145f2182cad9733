"""From open notices to messages: the worker's step that calls whoever has been awaited long enough.

All that is due for a person goes out together, in one transaction with the next stages of the notices: so a call is
made once, with any number of workers, and wherever one of them is killed.
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

Calls = defaultdict[int, list[tuple[str, Call]]]  # with their topics, by person

FEW = 3  # pushes at once: more of them become one


def call(most_people: int = 200) -> int:
    """Call people, who is overdue longest first; return how many had something due. Commits.

    Nine statements, however many people. Muted places, and people whom no message reaches, are passed over: the bell on
    the pages is enough.
    """
    at = now()
    notices = _take(_people(most_people, at), at)
    if notices:
        _send(_advance(notices, at), at)
    db.session.commit()
    return len({notice.user_id for notice in notices})


def _people(most: int, at: datetime) -> Sequence[int]:
    """Lock people with something due, whom no other worker has: their mails are one worker's business at a time."""
    which = (Notice.closed_at.is_(None), Notice.due_at <= at)
    first = select(Notice.user_id, func.min(Notice.due_at).label("at")).where(*which).group_by(Notice.user_id)
    overdue = first.subquery()
    query = select(User.id).join(overdue, overdue.c.user_id == User.id).order_by(overdue.c.at).limit(most)
    return db.session.scalars(query.with_for_update(of=User, key_share=True, skip_locked=True)).all()


def _take(people: Sequence[int], at: datetime) -> Sequence[Row[Any]]:
    """Lock and return what is due for them; what a move is changing just now waits for the next step."""
    due_now = (Notice.user_id.in_(people), Notice.closed_at.is_(None), Notice.due_at <= at)
    columns = (Notice.id, Notice.user_id, Notice.topic, Notice.kind, Notice.params)
    query = select(*columns, Notice.since, Notice.deadline, Notice.stage).where(*due_now)
    return db.session.execute(query.order_by(Notice.id).with_for_update(skip_locked=True)).all()


def _advance(notices: Sequence[Row[Any]], at: datetime) -> Calls:
    """Move notices on to their next stage; return the calls that this makes."""
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
    """Return which call is due, and the stage after it with the time of its own call, if there is one.

    A nudge takes no other's place, except of those that are due at the same moment: one message says it all.
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
    """Put the messages into the post: pushes and webhooks at once, mails when it is time for one."""
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
    """Push each call by itself, so that each place has one message on the screen; many at once are one."""
    for browser in reach.pushes:
        for some in [[each] for each in calls] if len(calls) <= FEW else [calls]:
            queue(KIND, reach.user_id, "push", str(browser), {"items": items(some)})
