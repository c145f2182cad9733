"""The email digest: one email for everything due, at most one in the interval that the user chose.

Reminders that come sooner wait in the next digest, which can be extended until a worker claims it. Urgent reminders
send it early.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, func, select, update

from app.db import db
from app.delivery.models import Delivery
from app.delivery.outbox import enqueue
from app.notifications.reminders.channels import Recipient
from app.notifications.reminders.reminder import DELIVERY_KIND, URGENT, Reminder, dump_reminders

LOOK_BACK: Final = timedelta(days=3)  # longer than the slowest digest waits; lets an index bound the search
MIN_INTERVAL: Final = timedelta(minutes=10)  # between two emails, even urgent ones

Mailbox = tuple[int, str]  # user id and address


def enqueue_digests(reminders: Mapping[Recipient, Sequence[Reminder]], at: datetime) -> None:
    """Add reminders to the waiting digest of each recipient, or enqueue a new one, in at most four statements.

    All recipients must have an email address. Does not commit.
    """
    people = [recipient.user_id for recipient in reminders]
    waiting, latest = _lock_waiting(people), _load_latest(people, at)
    changes = []
    for recipient, own in reminders.items():
        mailbox = recipient.user_id, str(recipient.mail)
        last, sent = latest.get(mailbox, (None, None))
        soon = max(at, sent + MIN_INTERVAL) if sent else at
        urgent = any(reminder.name in URGENT for reminder in own)
        if mail := waiting.get(mailbox):
            changes.append(_extended(mail, own, min(mail.due_at, soon) if urgent else mail.due_at))
        else:
            due_at = soon if urgent or last is None else max(at, last + recipient.rhythm)
            enqueue(
                DELIVERY_KIND, recipient.user_id, "mail", str(recipient.mail), {"items": dump_reminders(own)}, due_at
            )
    if changes:
        db.session.execute(update(Delivery), changes)


def _extended(mail: Row[Any], reminders: Sequence[Reminder], due_at: datetime) -> dict[str, Any]:
    return {"id": mail.id, "params": {"items": [*mail.params["items"], *dump_reminders(reminders)]}, "due_at": due_at}


def _lock_waiting(people: Collection[int]) -> dict[Mailbox, Row[Any]]:
    """Lock and return the digests that no worker has claimed yet, by user and address."""
    untaken = (Delivery.ended_at.is_(None), Delivery.state == "waiting", Delivery.attempts == 0)
    columns = (Delivery.id, Delivery.user_id, Delivery.target, Delivery.params, Delivery.due_at)
    query = select(*columns).where(*_are_digests(people), *untaken).order_by(Delivery.id)
    found = db.session.execute(query.with_for_update(skip_locked=True))
    return {(mail.user_id, mail.target): mail for mail in found}


def _load_latest(people: Collection[int], at: datetime) -> dict[Mailbox, tuple[datetime, datetime | None]]:
    """Return for each mailbox the time of its latest email, sent or scheduled, and that of the latest sent."""
    when = func.max(func.coalesce(Delivery.ended_at, Delivery.due_at)).label("at")
    sent = (Delivery.state.in_(["waiting", "handing", "done"]), Delivery.created_at > at - LOOK_BACK)
    query = select(Delivery.user_id, Delivery.target, when, func.max(Delivery.ended_at).label("sent")).where(
        *_are_digests(people), *sent
    )
    found = db.session.execute(query.group_by(Delivery.user_id, Delivery.target))
    return {(mail.user_id, mail.target): (mail.at, mail.sent) for mail in found}


def _are_digests(people: Collection[int]) -> tuple[ColumnElement[bool], ...]:
    return Delivery.user_id.in_(people), Delivery.channel == "mail", Delivery.kind == DELIVERY_KIND
