"""Nobody is called twice for one thing: two workers at once, moves in between, a worker killed at any statement."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy import event, insert, select

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import Delivery
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.reminders import dispatch, messages, reminder
from app.notifications.turn_notices import PendingTurn
from tests import concurrency
from tests.notifications.turn_notices import DAY, HOUR, OTHER, SAYS, TOPIC, align, browser, later, wait, writes_to

pytestmark = pytest.mark.usefixtures("context")

PEOPLE = 60


@pytest.fixture
def crowd() -> list[int]:
    """People with an address, each awaited at two tables for an hour."""
    rows = [{"name": f"P{number}", "email": f"p{number}@example.org"} for number in range(PEOPLE)]
    ids = list(db.session.scalars(insert(User).returning(User.id), rows))
    since = now() - HOUR
    notices.sync_turns(
        {f"game:{who}:{n}": [PendingTurn(who, "/", since, params=SAYS)] for who in ids for n in range(2)}
    )
    db.session.commit()
    return ids


def at_once(app: Flask, *actions: Callable[[], object]) -> None:
    """Do all this at the same time, each in a context of its own."""

    def run(action: Callable[[], object]) -> None:
        with app.app_context():
            action()

    concurrency.at_once([partial(run, action) for action in actions])


def call_all() -> None:
    """Call until nobody is left, a few people at a time."""
    while dispatch.send_due_reminders(3):
        pass


def made() -> Counter[tuple[int, str, str, str]]:
    """How often each call was made, over each channel and to each target."""
    posted = db.session.scalars(select(Delivery).execution_options(populate_existing=True))
    every = [
        (call.notice_id, call.name, each.channel, each.target)
        for each in posted
        for call in reminder.load_reminders(each.params)
    ]
    return Counter(every)


def test_three_workers_at_once_call_each_person_once(app, crowd):
    at_once(app, call_all, call_all, call_all)
    call_all()
    assert len(made()) == 2 * PEOPLE
    assert set(made().values()) == {1}
    assert Counter(each.user_id for each in db.session.scalars(select(Delivery))) == dict.fromkeys(crowd, 1)


def test_a_person_whom_another_worker_has_is_left_to_it(ann, bob):
    """Else each of two would write a mail about half of what is open."""
    writes_to(ann)
    writes_to(bob)
    align(wait(ann, ago=HOUR), wait(bob, ago=HOUR))
    with db.engine.connect() as other:
        other.execute(select(User.id).where(User.id == ann.user.id).with_for_update(key_share=True))
        assert [dispatch.send_due_reminders(), dispatch.send_due_reminders()] == [1, 0]
    assert dispatch.send_due_reminders() == 1


def test_what_a_move_is_changing_waits_for_the_next_step(ann):
    writes_to(ann)
    align(wait(ann, ago=HOUR))
    align(wait(ann, ago=HOUR), topic=OTHER)
    with db.engine.connect() as move:
        move.execute(select(Notice.id).where(Notice.topic == TOPIC).with_for_update())
        assert [dispatch.send_due_reminders(), dispatch.send_due_reminders()] == [1, 0]
    assert dispatch.send_due_reminders() == 1


def test_nobody_is_told_who_moves_while_they_are_called(app, crowd):
    """Half of them act at one of their tables meanwhile, and half of those are awaited there further on."""
    since = db.session.scalar(select(Notice.since).limit(1))
    acted = crowd[::2]

    def act() -> None:
        for number, who in enumerate(acted):
            further = [PendingTurn(who, "/", since, acted_at=now(), params=SAYS)] if number % 2 else []
            notices.sync_turns({f"game:{who}:0": further}, [who])
            db.session.commit()

    at_once(app, act, call_all, call_all)
    call_all()
    assert set(made().values()) == {1}
    for delivery in db.session.scalars(select(Delivery)):
        message = messages.write_reminders(delivery)
        if delivery.user_id in acted:
            assert message.title.startswith("Your turn")  # at the other table
            assert len(message.items) == 1
        else:
            assert len(message.items) == 2


def test_an_act_waits_for_a_call_under_way_and_what_that_made_is_silent(app, ann):
    """The notice is locked by whoever is quicker; the other one sees what it did."""
    writes_to(ann)
    align(wait(ann, ago=HOUR, within=DAY))
    locked = Barrier(2)

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.startswith("UPDATE notices") and not locked.broken:
            locked.wait(60)
            time.sleep(0.2)
            locked.abort()

    def move() -> None:
        locked.wait(60)
        since = db.session.scalar(select(Notice.since).where(Notice.closed_at.is_(None)))
        deadline = db.session.scalar(select(Notice.deadline).where(Notice.closed_at.is_(None)))
        notices.sync_turns({TOPIC: [PendingTurn(ann.user.id, "/", since, deadline, now(), params=SAYS)]}, [ann.user.id])
        db.session.commit()

    event.listen(db.engine, "before_cursor_execute", note)
    try:
        at_once(app, dispatch.send_due_reminders, move)
    finally:
        event.remove(db.engine, "before_cursor_execute", note)
    [delivery] = db.session.scalars(select(Delivery))
    assert messages.write_reminders(delivery) is None
    assert [notice.why for notice in db.session.scalars(select(Notice).order_by(Notice.id))] == ["acted", None]


def die_at(app: Flask, number: int, moment: str) -> bool:
    """Call in a process that is killed before its nth statement, or about its commit; return whether it was."""
    child = os.fork()
    if child == 0:
        with app.app_context():
            db.engine.dispose(close=False)
            count = iter(range(1, 100))

            def die(*_given: object) -> None:
                if next(count) == number:
                    os.kill(os.getpid(), signal.SIGKILL)

            event.listen(db.engine, moment, die)
            dispatch.send_due_reminders()
            os._exit(0)
    _pid, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def until_called(seconds: float = 10) -> None:
    """Call as the next worker does, once the database has noticed that the other one died."""
    end = time.monotonic() + seconds
    while not dispatch.send_due_reminders() and not made():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("moment", ["before_cursor_execute", "after_cursor_execute", "commit"])
def test_killed_at_any_statement_each_call_is_made_once(app, ann, moment):
    writes_to(ann, webhook="https://hooks.example.org/1")
    browser(ann)
    align(wait(ann, within=DAY))
    later(app, HOUR)
    survived = False
    for number in range(1, 30):
        db.session.query(Delivery).delete()
        align(topic=TOPIC, actors=[ann])
        align(wait(ann, ago=HOUR, within=DAY))
        align(wait(ann, ago=19 * HOUR, within=5 * HOUR), topic=OTHER)
        notices.create_news([ann.user.id], TOPIC, "over", "/games/x", SAYS)
        db.session.query(Notice).filter(Notice.topic == OTHER).update({"stage": 1, "due_at": now() - HOUR})
        db.session.commit()
        survived = not die_at(app, number, moment)
        until_called()
        assert set(made().values()) == {1}, number
        assert Counter(name for _id, name, _channel, _target in made()) == {"turn": 3, "reminder": 3, "news": 3}
        db.session.remove()
        if survived:
            break
    assert survived
    assert number > (5 if "cursor" in moment else 1)
