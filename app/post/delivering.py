"""Sending what is due, for the worker: any number of deliverers may do so at once, and each may be killed at any point.

A delivery is taken (claims.py), written anew (writing.py) and carried by its channel, which does first all that can be
repeated, then says `hand_over()`, then does the one step that cannot. So no message is sent twice, and none is lost
without a reason in its row. While anything outside is talked to, no transaction is open.
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
NAMED = ("push", "webhook")  # channels that lead to servers which people name
SPAN = 60  # seconds after which a run begins nothing more
SLOW = 3  # seconds: the server that somebody named themselves may take no more of everybody's time than this
REST = timedelta(minutes=10)  # for the others of somebody whose server is slow


def deliver(most: int = 50, channels: Collection[str] = tuple(CHANNELS)) -> int:
    """Send what is due over these channels; return how many were taken in hand, at most `most`.

    Where a server turns out to be in trouble, its channel rests until the next run.
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
    """Try to send one and note what became of it; return whether its channel is of use to others."""
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
