"""Send what is due. Any number of workers may run this at once, and each may be killed at any point.

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
from app.post import claims, mail, push, webhook
from app.post.models import Delivery
from app.post.outcomes import Doubtful, Postponed, Undelivered, Unneeded
from app.post.writing import Message, write

Send = Callable[[Delivery, Message, Callable[[], None]], None]

CHANNELS: dict[str, Send] = {"mail": mail.send, "push": push.send, "webhook": webhook.send}
NAMED = ("push", "webhook")  # channels whose servers are chosen by users
SPAN = 60  # seconds after which a run starts no further delivery
SLOW = 3  # seconds: a slower server chosen by a user delays that user's other messages, not everybody's
REST = timedelta(minutes=10)  # delay of the other messages of a user whose server is slow


def deliver(most: int = 50, channels: Collection[str] = tuple(CHANNELS)) -> int:
    """Send what is due on these channels; return how many deliveries were claimed, at most `most`.

    When a server is in trouble, its channel is skipped until the next run.
    """
    claims.end_cut_off()
    usable, count, end = set(channels), 0, time.monotonic() + SPAN
    while count < most and time.monotonic() < end and (delivery := claims.claim(usable)):
        count += 1
        began = time.monotonic()
        if not _attempt(delivery):
            usable.discard(delivery.channel)
        if delivery.channel in NAMED and time.monotonic() - began > SLOW:
            claims.rest(delivery, REST)
    return count


def _attempt(delivery: Delivery) -> bool:
    """Try to send one delivery and record the outcome; return whether the channel is still usable for others."""
    trouble: Undelivered | None = None
    try:
        _send(delivery)
    except Undelivered as error:
        trouble = error
    except claims.Lost:
        current_app.logger.warning("Delivery %d was left to another.", delivery.id)
        return True
    except Exception as error:
        current_app.logger.exception("Delivery %d failed unexpectedly.", delivery.id)
        trouble = _unexpected(delivery, error)
    db.session.rollback()
    _note(delivery, trouble)
    return not getattr(trouble, "wide", False)


def _send(delivery: Delivery) -> None:
    message = write(delivery)
    db.session.commit()
    if message is None:
        raise Unneeded("No longer needed.")
    CHANNELS[delivery.channel](delivery, message, partial(claims.hand_over, delivery))


def _unexpected(delivery: Delivery, error: Exception) -> Undelivered:
    reason = f"An unexpected {type(error).__name__} came up; the log says more."
    return Doubtful(reason) if delivery.state == "handing" else Postponed(reason)


def _note(delivery: Delivery, trouble: Undelivered | None) -> None:
    try:
        if isinstance(trouble, Postponed):
            claims.put_off(delivery, trouble)
        elif trouble is None:
            claims.finish(delivery, "done", None)
        else:
            claims.finish(delivery, "dropped" if isinstance(trouble, Unneeded) else "failed", str(trouble))
    except claims.Lost:
        current_app.logger.warning("Delivery %d ended after its lease: %s", delivery.id, trouble or "done")
