"""The rows' side of a delivery: taking one for a while, beginning to hand it over, and how it ended.

Whoever takes a row counts an attempt and moves `due_at` on, to where its lease ends. The number of the attempt is the
proof of the claim: who lost a row to another, having slept through the lease, can change it no more, and so hands
nothing over. Each function is one transaction of its own.
"""

import random
from collections.abc import Collection
from datetime import timedelta

from flask import current_app
from sqlalchemy import ColumnElement, ScalarSelect, select, update

from app.db import db, now
from app.post.models import Delivery
from app.post.outcomes import Postponed

LEASE = timedelta(minutes=6)  # what can be waited for is at most four: a dozen times smtp.COMMAND, then smtp.ANSWER
DELAYS = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720)]  # after each failed attempt
CHANCE = 0.1  # the part by which a delay may be longer, so that what failed together does not come back together
ATTEMPTS = len(DELAYS) + 1

CUT_OFF = "It was cut off while it was handed over. The message may have arrived."
NEVER_ENDED = "It was given up: its last attempt never came to an end."


class Lost(Exception):
    """The row is another's by now, or has ended."""


def claim(channels: Collection[str]) -> Delivery | None:
    """Take the longest due delivery over one of these channels that nobody else has, detached from the session."""
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


def hand_over(delivery: Delivery) -> None:
    """Note that the last step begins, which is never repeated; raise Lost."""
    _change(delivery, Delivery.state == "waiting", state="handing", due_at=now() + LEASE)
    delivery.state = "handing"


def finish(delivery: Delivery, state: str, reason: str | None) -> None:
    """End a delivery as done, dropped or failed; raise Lost."""
    _change(delivery, state=state, reason=reason, ended_at=now())
    if state == "failed":
        _log(delivery.id, delivery.channel, delivery.kind, reason)


def put_off(delivery: Delivery, trouble: Postponed) -> None:
    """Let a delivery be tried again later, or give it up after the last attempt; raise Lost."""
    if delivery.attempts >= ATTEMPTS:
        return finish(delivery, "failed", str(trouble))
    delay = DELAYS[delivery.attempts - 1] * random.uniform(1, 1 + CHANCE)  # noqa: S311  # no secret hangs on it
    return _change(delivery, state="waiting", reason=str(trouble), due_at=now() + max(delay, trouble.after))


def rest(delivery: Delivery, span: timedelta) -> None:
    """Let whatever else is due for the same person over the same channel wait for a while, without a try counted."""
    own = (Delivery.user_id == delivery.user_id, Delivery.channel == delivery.channel)
    until = now() + span
    waiting = _rows(*own, Delivery.state == "waiting", Delivery.ended_at.is_(None), Delivery.due_at < until)
    db.session.execute(update(Delivery).where(Delivery.id.in_(waiting)).values(due_at=until))
    db.session.commit()


def end_cut_off() -> None:
    """End what somebody took and will never end: while handing it over, or at the last of its attempts."""
    _fail(CUT_OFF, Delivery.state == "handing")
    _fail(NEVER_ENDED, Delivery.state == "waiting", Delivery.attempts >= ATTEMPTS)


def _fail(reason: str, *which: ColumnElement[bool]) -> None:
    over = _rows(*which, Delivery.ended_at.is_(None), Delivery.due_at <= now())
    ending = update(Delivery).where(Delivery.id.in_(over)).values(state="failed", reason=reason, ended_at=now())
    ended = db.session.execute(ending.returning(Delivery.id, Delivery.channel, Delivery.kind)).all()
    db.session.commit()
    for row in ended:
        _log(row.id, row.channel, row.kind, reason)


def _rows(*which: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(Delivery.id).where(*which).with_for_update(skip_locked=True).scalar_subquery()


def _change(delivery: Delivery, *also: ColumnElement[bool], **values: object) -> None:
    """Change a row that is still ours."""
    own = (Delivery.id == delivery.id, Delivery.attempts == delivery.attempts, Delivery.ended_at.is_(None))
    changed = db.session.execute(update(Delivery).where(*own, *also).values(**values).returning(Delivery.id)).first()
    db.session.commit()
    if changed is None:
        raise Lost(delivery.id)


def _log(number: int, channel: str, kind: str, reason: str | None) -> None:
    current_app.logger.warning("Delivery %d (%s by %s) was given up. %s", number, kind, channel, reason)
