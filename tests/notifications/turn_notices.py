"""People who are awaited, for tests: what games tell the notices, without a game, and what comes of it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from flask import Flask
from sqlalchemy import event, select, update

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import Delivery, PushSubscription
from app.delivery.outbox import Message, write_message
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.reminders import dispatch, reminder
from app.notifications.settings import preferences
from app.notifications.turn_notices import PendingTurn
from tests.clock import pass_time
from tests.visitor import Visitor

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
CHANNELS = ("mail", "push", "webhook")
TOPIC, OTHER = "game:abcdefgh", "game:bcdefghj"
GONE = 0  # the id of somebody who is not there any more
SAYS = {"variant": "duet", "city": None, "phase": "guess", "people": [GONE]}


def wait(  # type: ignore[no-untyped-def]
    who: Visitor, ago: timedelta = timedelta(), within: timedelta | None = None, beside: Visitor | None = None, **also
) -> PendingTurn:
    """Somebody awaited since a while ago, for some time from now, who plays with somebody."""
    at = now()
    says = {**SAYS, "people": [beside.user.id]} if beside else SAYS
    return PendingTurn(who.user.id, "/games/abcdefgh", at - ago, within and at + within, params=says, **also)


def again(notice: Notice, acted: bool = False) -> PendingTurn:
    """The same wait once more, as a game tells it after each move."""
    acted_at = now() if acted else None
    return PendingTurn(notice.user_id, notice.path, notice.since, notice.deadline, acted_at, params=SAYS)


def align(*waits: PendingTurn, topic: str = TOPIC, actors: Collection[Visitor] = ()) -> None:
    """Tell who is awaited in a place, as a move does."""
    notices.sync_turns({topic: waits}, {who.user.id for who in actors})
    db.session.commit()


def opened(who: Visitor) -> list[Notice]:
    """What is open for somebody."""
    query = select(Notice).where(Notice.user_id == who.user.id, Notice.closed_at.is_(None)).order_by(Notice.id)
    return list(db.session.scalars(query.execution_options(populate_existing=True)))


def later(app: Flask, by: timedelta = timedelta()) -> int:
    """Let time pass, then call who is to be called; return how many people that were."""
    db.session.commit()
    pass_time(app, by)
    count = dispatch.send_due_reminders()
    db.session.remove()
    return count


def writes_to(who: Visitor, **chosen: bool | int | str | None) -> str:
    """Give somebody a confirmed address and what they choose; return the address."""
    address = f"{who.name.lower()}@example.org"
    db.session.execute(update(User).where(User.id == who.user.id).values(email=address))
    db.session.commit()
    if chosen:
        preferences.save_preference(who.user.id, **chosen)
    return address


def browser(who: Visitor, name: str = "Firefox") -> int:
    """Give somebody a browser that receives pushes; return its number."""
    endpoint = f"https://push.example.org/{who.user.id}/{name}"
    subscription = PushSubscription(who.user.id, endpoint, "key", "secret", name)
    db.session.add(subscription)
    db.session.commit()
    return subscription.id


@contextmanager
def statements() -> Iterator[list[tuple[str, Any]]]:
    """Gather the statements that are sent to the database meanwhile, with what goes into them; one for many rows counts
    once."""
    sent: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, values: Any, *_rest: object) -> None:
        sent.append((statement, values))

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(db.engine, "before_cursor_execute", note)


def plan(statement: str, values: Any) -> str:
    """How the database goes about a statement."""
    return "\n".join(db.session.connection().exec_driver_sql("EXPLAIN " + statement, values).scalars())


def deliveries(who: Visitor, channel: str = "mail") -> list[Delivery]:
    """What was put into the post for somebody, over one channel."""
    query = select(Delivery).where(Delivery.user_id == who.user.id, Delivery.channel == channel).order_by(Delivery.id)
    return list(db.session.scalars(query.execution_options(populate_existing=True)))


def called(who: Visitor, channel: str = "mail") -> list[str]:
    """The names of the calls that somebody's messages are for, in their order."""
    return [call.name for each in deliveries(who, channel) for call in reminder.load_reminders(each.params)]


def said(who: Visitor, channel: str = "mail") -> Message | None:
    """What the last message for somebody says now."""
    return write_message(deliveries(who, channel)[-1])
