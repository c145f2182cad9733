"""The worker's task that enqueues messages for users whose notices are due.

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
from app.delivery.outbox import enqueue
from app.notifications import muting
from app.notifications.models import Notice
from app.notifications.reminders import channels, digest
from app.notifications.reminders.channels import Recipient
from app.notifications.reminders.reminder import DELIVERY_KIND, NEWS, NUDGE, Reminder, dump_reminders
from app.notifications.reminders.schedule import STAGES, next_future_stage, reminder_due_at, skip_overdue
from app.notifications.turn_notices import TURN

UserReminders = defaultdict[int, list[tuple[str, Reminder]]]  # by user id, with their topics

MAX_SEPARATE_PUSHES = 3  # more reminders than this become one push


def send_due_reminders(most_people: int = 200) -> int:
    """Enqueue the due reminders of up to `most_people` users, longest overdue first; return how many had any. Commits.

    Runs nine statements, however many users. Muted topics and users without a channel are skipped: they have the bell.
    """
    at = now()
    notices = _lock_due_notices(_lock_due_users(most_people, at), at)
    if notices:
        _enqueue_messages(_advance_stages(notices, at), at)
    db.session.commit()
    return len({notice.user_id for notice in notices})


def _lock_due_users(most: int, at: datetime) -> Sequence[int]:
    """Lock users who have due notices and return their ids, longest overdue first.

    Users locked by another worker are skipped, so that only one at a time edits a user's digest.
    """
    which = (Notice.closed_at.is_(None), Notice.due_at <= at)
    first = select(Notice.user_id, func.min(Notice.due_at).label("at")).where(*which).group_by(Notice.user_id)
    overdue = first.subquery()
    query = select(User.id).join(overdue, overdue.c.user_id == User.id).order_by(overdue.c.at).limit(most)
    return db.session.scalars(query.with_for_update(of=User, key_share=True, skip_locked=True)).all()


def _lock_due_notices(people: Sequence[int], at: datetime) -> Sequence[Row[Any]]:
    """Lock and return the due notices; those locked by a running move wait for the next run."""
    due_now = (Notice.user_id.in_(people), Notice.closed_at.is_(None), Notice.due_at <= at)
    columns = (Notice.id, Notice.user_id, Notice.topic, Notice.kind, Notice.params)
    query = select(*columns, Notice.since, Notice.deadline, Notice.stage).where(*due_now)
    return db.session.execute(query.order_by(Notice.id).with_for_update(skip_locked=True)).all()


def _advance_stages(notices: Sequence[Row[Any]], at: datetime) -> UserReminders:
    """Move the notices to their next stage; return the reminders to send, by user id, with their topics."""
    reminders, changes = UserReminders(list), []
    for notice in notices:
        name, stage, due_at = _next_step(notice, at)
        params = dict(notice.params)
        by = params.pop(NUDGE, None)
        reminders[notice.user_id].append((notice.topic, Reminder(notice.id, name, by)))
        changes.append({"id": notice.id, "stage": stage, "due_at": due_at, "called_at": at, "params": params})
    db.session.execute(update(Notice), changes)
    return reminders


def _next_step(notice: Row[Any], at: datetime) -> tuple[str, int, datetime | None]:
    """Return the name of the due reminder, the notice's next stage, and when that is due, if ever.

    A nudge skips only the reminders that are due at the same moment: one message is enough.
    """
    wait = notice.since, notice.deadline
    if notice.kind != TURN:
        return NEWS, 1, None
    if NUDGE in notice.params:
        stage = next_future_stage(max(notice.stage, 1), *wait, at)
        return NUDGE, stage, reminder_due_at(stage, *wait)
    stage, _ = skip_overdue(notice.stage, *wait, at)
    return STAGES[stage], stage + 1, reminder_due_at(stage + 1, *wait)


def _enqueue_messages(reminders: UserReminders, at: datetime) -> None:
    """Add the messages to the outbox, without muted topics: pushes and webhooks due now, emails as a digest."""
    muted, recipients = muting.load_mutes(reminders), channels.load_recipients(reminders)
    unmuted = {recipient: _unmuted(reminders[user_id], user_id, muted) for user_id, recipient in recipients.items()}
    for recipient, own in unmuted.items():
        _enqueue_pushes(recipient, own)
        if recipient.webhook and own:
            enqueue(DELIVERY_KIND, recipient.user_id, "webhook", recipient.webhook, {"items": dump_reminders(own)})
    digest.enqueue_digests({recipient: own for recipient, own in unmuted.items() if recipient.mail and own}, at)


def _unmuted(
    reminders: Iterable[tuple[str, Reminder]], user_id: int, muted: Collection[tuple[int, str]]
) -> list[Reminder]:
    return [reminder for topic, reminder in reminders if (user_id, topic) not in muted]


def _enqueue_pushes(recipient: Recipient, reminders: list[Reminder]) -> None:
    """Enqueue one push for each reminder in each browser, or a single one if there are more than MAX_SEPARATE_PUSHES.

    So each topic has one message on the screen.
    """
    for browser in recipient.pushes:
        for some in [[each] for each in reminders] if len(reminders) <= MAX_SEPARATE_PUSHES else [reminders]:
            enqueue(DELIVERY_KIND, recipient.user_id, "push", str(browser), {"items": dump_reminders(some)})
