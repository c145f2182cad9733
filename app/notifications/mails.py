"""The email digest: one email for everything due, at most one in the interval that the user chose.

Reminders that come sooner wait in the next digest, which can be extended until a worker claims it. Urgent reminders
send it early.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, func, select, update

from app.db import db
from app.notifications.calls import KIND, URGENT, Call, items
from app.notifications.channels import Reach
from app.post.models import Delivery
from app.post.writing import queue

LOOK_BACK: Final = timedelta(days=3)  # longer than the slowest digest waits; lets an index bound the search
LEAST: Final = timedelta(minutes=10)  # between two emails, even urgent ones

Mailbox = tuple[int, str]  # user id and address


def post(calls: Mapping[Reach, Sequence[Call]], at: datetime) -> None:
    """Add reminders to the digests of users with an email address, in at most four statements."""
    people = [reach.user_id for reach in calls]
    waiting, latest = _waiting(people), _latest(people, at)
    changes = []
    for reach, own in calls.items():
        mailbox = reach.user_id, str(reach.mail)
        last, sent = latest.get(mailbox, (None, None))
        soon = max(at, sent + LEAST) if sent else at
        urgent = any(call.name in URGENT for call in own)
        if mail := waiting.get(mailbox):
            changes.append(_added(mail, own, min(mail.due_at, soon) if urgent else mail.due_at))
        else:
            due_at = soon if urgent or last is None else max(at, last + reach.rhythm)
            queue(KIND, reach.user_id, "mail", str(reach.mail), {"items": items(own)}, due_at)
    if changes:
        db.session.execute(update(Delivery), changes)


def _added(mail: Row[Any], calls: Sequence[Call], due_at: datetime) -> dict[str, Any]:
    return {"id": mail.id, "params": {"items": [*mail.params["items"], *items(calls)]}, "due_at": due_at}


def _waiting(people: Collection[int]) -> dict[Mailbox, Row[Any]]:
    """Lock and return the digests that no worker has claimed yet."""
    untaken = (Delivery.ended_at.is_(None), Delivery.state == "waiting", Delivery.attempts == 0)
    columns = (Delivery.id, Delivery.user_id, Delivery.target, Delivery.params, Delivery.due_at)
    query = select(*columns).where(*_mails(people), *untaken).order_by(Delivery.id)
    found = db.session.execute(query.with_for_update(skip_locked=True))
    return {(mail.user_id, mail.target): mail for mail in found}


def _latest(people: Collection[int], at: datetime) -> dict[Mailbox, tuple[datetime, datetime | None]]:
    """Return for each mailbox the time of its latest email, sent or scheduled, and that of the latest sent."""
    when = func.max(func.coalesce(Delivery.ended_at, Delivery.due_at)).label("at")
    sent = (Delivery.state.in_(["waiting", "handing", "done"]), Delivery.created_at > at - LOOK_BACK)
    query = select(Delivery.user_id, Delivery.target, when, func.max(Delivery.ended_at).label("sent")).where(
        *_mails(people), *sent
    )
    found = db.session.execute(query.group_by(Delivery.user_id, Delivery.target))
    return {(mail.user_id, mail.target): (mail.at, mail.sent) for mail in found}


def _mails(people: Collection[int]) -> tuple[ColumnElement[bool], ...]:
    return Delivery.user_id.in_(people), Delivery.channel == "mail", Delivery.kind == KIND
