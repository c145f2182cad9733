"""Rendering of reminder messages, at the time they are sent.

A user who has acted gets no reminder: acting closes the notice (notices.py), and a later wait has a new row. So a
reminder is still valid if its notice is open, at the stage that the reminder set, and not past its deadline.
"""

from sqlalchemy import exists, select, update

from app.db import db, now
from app.delivery.models import Delivery
from app.delivery.outbox import Message, absolute_url, message_writer
from app.i18n.languages import force_language
from app.notifications.models import Mute, Notice
from app.notifications.reminders import channels, reminder, wording
from app.notifications.reminders.reminder import BY_URGENCY, DELIVERY_KIND, STAGE_AFTER, Reminder
from app.notifications.settings import unsubscribe_links


@message_writer(DELIVERY_KIND)
def write_reminders(delivery: Delivery) -> Message | None:
    """Return the message with those of a delivery's reminders that are still valid, or None if there are none.

    Also None if the user no longer uses this channel and address. Records in the delivery which they were.
    """
    recipient = channels.load_recipients([delivery.user_id]).get(delivery.user_id)
    if recipient is None or delivery.target not in recipient.targets(delivery.channel):
        return None
    valid = _valid_reminders(reminder.load_reminders(delivery.params))
    _record_sent(delivery, [candidate for _notice, candidate in valid])
    if not valid:
        return None
    stop = (
        absolute_url(f"/notices/stop/{unsubscribe_links.create_token(delivery.user_id)}")
        if delivery.channel == "mail"
        else None
    )
    with force_language(recipient.language):
        return wording.write_message(recipient, delivery.channel, valid, stop)


def _valid_reminders(candidates: list[Reminder]) -> list[tuple[Notice, Reminder]]:
    """Return the reminders that are still valid with their notices, most urgent first; one for each notice."""
    notices = _load_open({candidate.notice_id for candidate in candidates})
    valid: dict[int, tuple[Notice, Reminder]] = {}
    for candidate in sorted(candidates, key=lambda candidate: BY_URGENCY.index(candidate.name)):
        notice = notices.get(candidate.notice_id)
        if notice and notice.id not in valid and notice.stage == STAGE_AFTER.get(candidate.name, notice.stage):
            valid[notice.id] = notice, candidate
    return sorted(valid.values(), key=_urgency)


def _load_open(ids: set[int]) -> dict[int, Notice]:
    """Return those of these notices, by id, that are open, not past their deadline, and not muted."""
    muted = exists().where(Mute.user_id == Notice.user_id, Mute.topic == Notice.topic)
    in_time = Notice.deadline.is_(None) | (Notice.deadline > now())
    query = select(Notice).where(Notice.id.in_(ids), Notice.closed_at.is_(None), in_time, ~muted)
    found = db.session.scalars(query.execution_options(populate_existing=True))
    return {notice.id: notice for notice in found}


def _urgency(valid: tuple[Notice, Reminder]) -> tuple[int, float, float]:
    notice, candidate = valid
    deadline = notice.deadline.timestamp() if notice.deadline else float("inf")
    return BY_URGENCY.index(candidate.name), deadline, notice.since.timestamp()


def _record_sent(delivery: Delivery, valid: list[Reminder]) -> None:
    """Record in the delivery which reminders its message has, unless another worker has leased it since."""
    params = {"items": delivery.params["items"], "told": reminder.dump_reminders(valid)}
    own = (Delivery.id == delivery.id, Delivery.attempts == delivery.attempts, Delivery.ended_at.is_(None))
    change = update(Delivery).where(*own).values(params=params)
    db.session.execute(change.execution_options(synchronize_session=False))
