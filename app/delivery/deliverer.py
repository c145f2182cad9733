"""Sending the deliveries that are due. Any number of workers may do so at once, and be killed at any point.

A delivery is claimed (leases.py), its message is rendered (outbox.py), and its channel sends it: first all steps that
can be repeated, then the hand-over is recorded, then the one step that cannot be repeated. So no message is sent twice,
and none is lost without a reason in its row. No transaction is open during network calls.
"""

import time
from collections.abc import Callable, Collection
from datetime import timedelta
from functools import partial

from flask import current_app

from app.db import db
from app.delivery import leases
from app.delivery.channels import email, push, webhook
from app.delivery.errors import DeliveryError, NoLongerNeeded, TemporaryFailure, UncertainDelivery
from app.delivery.models import Delivery
from app.delivery.outbox import Message, write_message

Sender = Callable[[Delivery, Message, Callable[[], None]], None]

CHANNELS: dict[str, Sender] = {"mail": email.send, "push": push.send, "webhook": webhook.send}
USER_CHOSEN = ("push", "webhook")  # channels whose servers are chosen by users
RUN_SECONDS = 60  # seconds after which a run starts no further delivery
SLOW_SECONDS = 3  # seconds: a slower server chosen by a user delays that user's other messages, not everybody's
SLOW_SERVER_DELAY = timedelta(minutes=10)  # delay of the other messages of a user whose server is slow


def deliver_due(most: int = 50, channels: Collection[str] = tuple(CHANNELS)) -> int:
    """Send what is due on these channels; return how many deliveries were claimed, at most `most`. Commits.

    First the deliveries that an earlier worker left unfinished are recorded as failed. A delivery that fails is
    scheduled again or ended; when a server is in trouble, its channel is skipped until the next run.
    """
    leases.fail_interrupted()
    usable, count, end = set(channels), 0, time.monotonic() + RUN_SECONDS
    while count < most and time.monotonic() < end and (delivery := leases.claim_next(usable)):
        count += 1
        began = time.monotonic()
        if not _attempt(delivery):
            usable.discard(delivery.channel)
        if delivery.channel in USER_CHOSEN and time.monotonic() - began > SLOW_SECONDS:
            leases.delay_others(delivery, SLOW_SERVER_DELAY)
    return count


def _attempt(delivery: Delivery) -> bool:
    """Try to send one claimed delivery and record the outcome; return whether its channel is usable for others."""
    trouble: DeliveryError | None = None
    try:
        _send(delivery)
    except DeliveryError as error:
        trouble = error
    except leases.LeaseLost:
        current_app.logger.warning("Delivery %d was left to another.", delivery.id)
        return True
    except Exception as error:
        current_app.logger.exception("Delivery %d failed unexpectedly.", delivery.id)
        trouble = _unexpected_error(delivery, error)
    db.session.rollback()
    _record_outcome(delivery, trouble)
    return not getattr(trouble, "affects_channel", False)


def _send(delivery: Delivery) -> None:
    message = write_message(delivery)
    db.session.commit()
    if message is None:
        raise NoLongerNeeded("No longer needed.")
    CHANNELS[delivery.channel](delivery, message, partial(leases.begin_handover, delivery))


def _unexpected_error(delivery: Delivery, error: Exception) -> DeliveryError:
    reason = f"An unexpected {type(error).__name__} came up; the log says more."
    return UncertainDelivery(reason) if delivery.state == "handing" else TemporaryFailure(reason)


def _record_outcome(delivery: Delivery, trouble: DeliveryError | None) -> None:
    try:
        if isinstance(trouble, TemporaryFailure):
            leases.retry_later(delivery, trouble)
        elif trouble is None:
            leases.finish(delivery, "done", None)
        else:
            leases.finish(delivery, "dropped" if isinstance(trouble, NoLongerNeeded) else "failed", str(trouble))
    except leases.LeaseLost:
        current_app.logger.warning("Delivery %d ended after its lease: %s", delivery.id, trouble or "done")
