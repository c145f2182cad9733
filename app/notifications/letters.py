"""Rendering of reminder messages, at the time they are sent.

A user who has acted gets no reminder: acting closes the notice (notices.py), and a later wait has a new row. So a
reminder is still valid if its notice is open, at the stage that the reminder set, and not past its deadline.
"""

from sqlalchemy import exists, select, update

from app.db import db, now
from app.languages import force_language
from app.notifications import calls, channels, stopping, wording
from app.notifications.calls import KIND, MADE, PRESSING, Call
from app.notifications.models import Mute, Notice
from app.post.models import Delivery
from app.post.writing import Message, absolute, writes


@writes(KIND)
def write(delivery: Delivery) -> Message | None:
    """Render the reminders that are still valid, or return None; record in the delivery which they were."""
    reach = channels.of([delivery.user_id]).get(delivery.user_id)
    if reach is None or delivery.target not in reach.targets(delivery.channel):
        return None
    told = _still_true(calls.read(delivery.params))
    _note(delivery, [call for _notice, call in told])
    if not told:
        return None
    stop = absolute(f"/notices/stop/{stopping.token(delivery.user_id)}") if delivery.channel == "mail" else None
    with force_language(reach.language):
        return wording.message(reach, delivery.channel, told, stop)


def _still_true(made: list[Call]) -> list[tuple[Notice, Call]]:
    """Return the valid reminders, most urgent first; of each notice only the most urgent."""
    notices = _open({call.notice_id for call in made})
    told: dict[int, tuple[Notice, Call]] = {}
    for call in sorted(made, key=lambda call: PRESSING.index(call.name)):
        notice = notices.get(call.notice_id)
        if notice and notice.id not in told and notice.stage == MADE.get(call.name, notice.stage):
            told[notice.id] = notice, call
    return sorted(told.values(), key=_pressing)


def _open(ids: set[int]) -> dict[int, Notice]:
    """Return those of the notices that are open, not past their deadline, and not muted."""
    muted = exists().where(Mute.user_id == Notice.user_id, Mute.topic == Notice.topic)
    in_time = Notice.deadline.is_(None) | (Notice.deadline > now())
    query = select(Notice).where(Notice.id.in_(ids), Notice.closed_at.is_(None), in_time, ~muted)
    found = db.session.scalars(query.execution_options(populate_existing=True))
    return {notice.id: notice for notice in found}


def _pressing(told: tuple[Notice, Call]) -> tuple[int, float, float]:
    notice, call = told
    deadline = notice.deadline.timestamp() if notice.deadline else float("inf")
    return PRESSING.index(call.name), deadline, notice.since.timestamp()


def _note(delivery: Delivery, told: list[Call]) -> None:
    """Record which reminders the message contains; skipped if another worker has leased the delivery."""
    params = {"items": delivery.params["items"], "told": calls.items(told)}
    own = (Delivery.id == delivery.id, Delivery.attempts == delivery.attempts, Delivery.ended_at.is_(None))
    change = update(Delivery).where(*own).values(params=params)
    db.session.execute(change.execution_options(synchronize_session=False))
