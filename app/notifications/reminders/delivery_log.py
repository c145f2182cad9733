"""Reading from the deliveries which reminders were sent to whom and when, and the outcome; for operators and tests."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from app.db import db
from app.delivery.models import Delivery
from app.notifications.models import Notice
from app.notifications.reminders import reminder
from app.notifications.reminders.reminder import DELIVERY_KIND, Reminder

LEFT_OUT_REASON = "It had passed when the message was written, or a more pressing call said it."


@dataclass(frozen=True)
class LogEntry:
    """One reminder to one user on one channel.

    `call` is the reminder's name; `state` that of its delivery, but `dropped` if the message left the reminder out.
    """

    at: datetime
    user_id: int
    channel: str
    target: str
    topic: str | None
    call: str
    state: str
    reason: str | None


def load_delivery_log(user_ids: Collection[int] | None = None) -> list[LogEntry]:
    """Return all reminders, or those of some users, in the order in which they were made.

    `at` is when the message ended, or else when it is due. `topic` is None if the notice was deleted.
    """
    query = select(Delivery).where(Delivery.kind == DELIVERY_KIND).order_by(Delivery.id)
    if user_ids is not None:
        query = query.where(Delivery.user_id.in_(user_ids))
    deliveries = db.session.scalars(query.execution_options(populate_existing=True)).all()
    topics = _load_topics(
        {call.notice_id for delivery in deliveries for call in reminder.load_reminders(delivery.params)}
    )
    return [
        _entry(delivery, call, topics.get(call.notice_id))
        for delivery in deliveries
        for call in reminder.load_reminders(delivery.params)
    ]


def _entry(delivery: Delivery, call: Reminder, topic: str | None) -> LogEntry:
    at = delivery.ended_at or delivery.due_at
    left_out = delivery.state == "done" and call not in reminder.load_sent_reminders(delivery.params)
    state, reason = ("dropped", LEFT_OUT_REASON) if left_out else (delivery.state, delivery.reason)
    return LogEntry(at, delivery.user_id, delivery.channel, delivery.target, topic, call.name, state, reason)


def _load_topics(ids: Collection[int]) -> dict[int, str]:
    query = select(Notice.id, Notice.topic).where(Notice.id.in_(ids))
    return {row.id: row.topic for row in db.session.execute(query)}
