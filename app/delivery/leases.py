"""Leases on deliveries: claiming a row, marking the start of its last step, and recording the outcome.

Claiming a row increments `attempts` and moves `due_at` to the end of the lease. The attempt number is the fencing
token: a worker whose lease has expired and whose row was claimed again can no longer change it, and so sends nothing.
Each function is one transaction.
"""

import random
from collections.abc import Collection
from datetime import timedelta

from flask import current_app
from sqlalchemy import ColumnElement, ScalarSelect, select, update

from app.db import db, now
from app.delivery.errors import TemporaryFailure
from app.delivery.models import Delivery

LEASE = timedelta(minutes=6)  # longer than the slowest delivery: about 4 minutes by SMTP
RETRY_DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720)]  # after each failed attempt
JITTER = 0.1  # extra share of a delay, at random, so that retries do not all come at once
MAX_ATTEMPTS = len(RETRY_DELAYS) + 1

INTERRUPTED = "It was cut off while it was handed over. The message may have arrived."
UNFINISHED = "It was given up: its last attempt never came to an end."


class LeaseLost(Exception):
    """Raised when a delivery was meanwhile claimed by another worker, or has ended."""


def claim_next(channels: Collection[str]) -> Delivery | None:
    """Lease the delivery that has been due longest on these channels; return it, detached from the session.

    Returns None if none is due. Deliveries that another worker holds are passed over.
    """
    ready = (Delivery.ended_at.is_(None), Delivery.state == "waiting", Delivery.due_at <= now())
    query = select(Delivery).where(*ready, Delivery.channel.in_(channels)).order_by(Delivery.due_at).limit(1)
    query = query.with_for_update(skip_locked=True).execution_options(populate_existing=True)
    delivery: Delivery | None = db.session.scalar(query)
    if delivery:
        delivery.attempts += 1
        delivery.due_at = now() + LEASE
    db.session.commit()
    if delivery:
        db.session.expunge(delivery)
    return delivery


def begin_handover(delivery: Delivery) -> None:
    """Record that the last step begins, which is never repeated. Raises LeaseLost: then it must not begin."""
    _update_leased(delivery, Delivery.state == "waiting", state="handing", due_at=now() + LEASE)
    delivery.state = "handing"


def finish(delivery: Delivery, state: str, reason: str | None) -> None:
    """End a delivery in the state `done`, `dropped` or `failed`, for a reason; log a failure. Raises LeaseLost."""
    _update_leased(delivery, state=state, reason=reason, ended_at=now())
    if state == "failed":
        _log_failure(delivery.id, delivery.channel, delivery.kind, reason)


def retry_later(delivery: Delivery, trouble: TemporaryFailure) -> None:
    """Schedule the next attempt at a delivery, or end it as failed after the last one. Raises LeaseLost."""
    if delivery.attempts >= MAX_ATTEMPTS:
        return finish(delivery, "failed", str(trouble))
    delay = RETRY_DELAYS[delivery.attempts - 1] * random.uniform(1, 1 + JITTER)  # noqa: S311  # jitter needs no secure randomness
    return _update_leased(delivery, state="waiting", reason=str(trouble), due_at=now() + max(delay, trouble.after))


def delay_others(delivery: Delivery, span: timedelta) -> None:
    """Postpone the other deliveries due within `span` for the same user and channel; they count no attempt."""
    own = (Delivery.user_id == delivery.user_id, Delivery.channel == delivery.channel)
    until = now() + span
    waiting = _lock_ids(*own, Delivery.state == "waiting", Delivery.ended_at.is_(None), Delivery.due_at < until)
    db.session.execute(update(Delivery).where(Delivery.id.in_(waiting)).values(due_at=until))
    db.session.commit()


def fail_interrupted() -> None:
    """End as failed the deliveries whose lease ran out during the last step or on the last attempt."""
    _fail_where(INTERRUPTED, Delivery.state == "handing")
    _fail_where(UNFINISHED, Delivery.state == "waiting", Delivery.attempts >= MAX_ATTEMPTS)


def _fail_where(reason: str, *which: ColumnElement[bool]) -> None:
    over = _lock_ids(*which, Delivery.ended_at.is_(None), Delivery.due_at <= now())
    ending = update(Delivery).where(Delivery.id.in_(over)).values(state="failed", reason=reason, ended_at=now())
    ended = db.session.execute(ending.returning(Delivery.id, Delivery.channel, Delivery.kind)).all()
    db.session.commit()
    for row in ended:
        _log_failure(row.id, row.channel, row.kind, reason)


def _lock_ids(*which: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(Delivery.id).where(*which).with_for_update(skip_locked=True).scalar_subquery()


def _update_leased(delivery: Delivery, *also: ColumnElement[bool], **values: object) -> None:
    """Update a row that this worker still has leased, and commit. Raises LeaseLost if it has not."""
    own = (Delivery.id == delivery.id, Delivery.attempts == delivery.attempts, Delivery.ended_at.is_(None))
    changed = db.session.execute(update(Delivery).where(*own, *also).values(**values).returning(Delivery.id)).first()
    db.session.commit()
    if changed is None:
        raise LeaseLost(delivery.id)


def _log_failure(number: int, channel: str, kind: str, reason: str | None) -> None:
    current_app.logger.warning("Delivery %d (%s by %s) was given up. %s", number, kind, channel, reason)
