"""What the worker does at each tick, with procrastinate as it is, in this process."""

import asyncio
import gc
import logging
import threading
from collections.abc import Callable

import psycopg
import pytest
from flask import Flask
from procrastinate import App
from procrastinate.exceptions import AlreadyEnqueued

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import Delivery
from app.games.table import deadlines
from app.notifications.reminders import dispatch
from app.worker import scheduled_tasks, shutdown


def ask(url: str, query: str) -> list[tuple[object, ...]]:
    """Read something of procrastinate's, or change it."""
    with psycopg.connect(url, options="-c search_path=procrastinate") as connection:
        cursor = connection.execute(query)
        return cursor.fetchall() if cursor.description else []


def work(queue: App, *names: str) -> None:
    """Let the tasks of these names be done, and whatever they ask for."""
    queue.periodic_registry.periodic_tasks.clear()  # the clock's own ticks would come in between

    async def run() -> None:
        async with queue.open_async():
            for name in names:
                await queue.tasks[name].defer_async(timestamp=0)
            for _ in range(2):  # the second time what the first asked for
                await queue.run_worker_async(**scheduled_tasks.WORKER_OPTIONS, wait=False)

    asyncio.run(run())


def letter(app: Flask, channel: str = "mail") -> None:
    """Let something be due that nobody needs."""
    with app.app_context():
        user = User(name="Ann", skeleton="ann")
        db.session.add(user)
        db.session.flush()
        db.session.add(Delivery(user.id, channel, "ann@example.org", "confirm-email", {"round": 0}, now()))
        db.session.commit()


def test_a_tick_calls_and_then_each_channel_sends(app: Flask, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "send_due_reminders", lambda most: letter(app) or 1)
    work(scheduled_tasks.create_task_app(app), "post")
    with app.app_context():
        (delivery,) = db.session.query(Delivery)
        assert delivery.state == "dropped"
    assert ask(url, "SELECT * FROM procrastinate_jobs") == []


def test_a_channel_has_one_tick_waiting_at_most(app: Flask, url: str) -> None:
    queue = scheduled_tasks.create_task_app(app)
    letter(app)
    with queue.open(), app.app_context():
        queue.tasks["mail"].defer()
        scheduled_tasks.run_delivery(queue)
        with pytest.raises(AlreadyEnqueued):
            queue.tasks["mail"].defer()
    assert ask(url, "SELECT task_name, status FROM procrastinate_jobs") == [("mail", "todo")]


def test_what_fails_is_told_with_its_traceback_and_tried_anew(
    app: Flask, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries = []

    def sweep() -> int:
        tries.append(1)
        raise ZeroDivisionError

    monkeypatch.setattr(deadlines, "sweep", sweep)
    queue = scheduled_tasks.create_task_app(app)
    work(queue, "clocks")
    work(queue, "clocks")
    assert len(tries) == 2
    assert ask(url, "SELECT * FROM procrastinate_jobs") == []
    told = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [(record.name, record.message) for record in told] == [("app.worker.scheduled_tasks", "clocks failed")] * 2
    assert "ZeroDivisionError" in caplog.text


def test_what_is_still_being_done_is_not_begun_again(app: Flask, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, free, count = threading.Event(), threading.Event(), []

    def sweep() -> int:
        count.append(1)
        begun.set()
        free.wait(60)
        return 0

    monkeypatch.setattr(deadlines, "sweep", sweep)
    queue = scheduled_tasks.create_task_app(app)
    slow = threading.Thread(target=queue.tasks["clocks"].func)
    slow.start()
    assert begun.wait(60)
    work(queue, "clocks")
    assert len(count) == 1
    free.set()
    slow.join()
    work(queue, "clocks")
    assert len(count) == 2


def test_what_came_in_unheard_is_done_within_seconds(app: Flask, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr(deadlines, "sweep", lambda: done.append(1) or 0)
    queue = scheduled_tasks.create_task_app(app)
    queue.periodic_registry.periodic_tasks.clear()

    async def run() -> None:
        async with queue.open_async():
            working = asyncio.create_task(queue.run_worker_async(**scheduled_tasks.WORKER_OPTIONS, listen_notify=False))
            for count in (1, 2):  # the first as it begins, the second while it waits
                await queue.tasks["clocks"].defer_async(timestamp=0)
                await asyncio.wait_for(_has_been(lambda c=count: len(done) == c), 20)
            working.cancel()
            await asyncio.wait([working])

    asyncio.run(run())


async def _has_been(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.05)


@pytest.mark.parametrize(("counts", "total"), [([3], 3), ([10, 4], 14), ([10, 10, 0], 20), ([0], 0)])
def test_a_step_is_repeated_while_there_is_much_to_do(counts: list[int], total: int) -> None:
    left = list(counts)
    assert scheduled_tasks._repeat_while_full(lambda most: left.pop(0), 10) == total
    assert left == []


def test_nothing_is_repeated_once_the_end_was_asked_for() -> None:
    left = [10, 10, 0]
    shutdown.stop_requested.set()
    try:
        assert scheduled_tasks._repeat_while_full(lambda most: left.pop(0), 10) == 10
    finally:
        shutdown.stop_requested.clear()


def test_the_dead_are_forgotten_with_what_they_held_and_the_living_are_not(app: Flask, url: str) -> None:
    dead, alive = (
        ask(url, f"INSERT INTO procrastinate_workers (last_heartbeat) VALUES (now() - interval '{age}') RETURNING id")[
            0
        ][0]
        for age in ("70 s", "50 s")
    )
    for worker in ("NULL", dead, alive):
        ask(
            url,
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status, worker_id) "
            f"VALUES ('default', 'clocks', 'doing', {worker})",
        )
    work(scheduled_tasks.create_task_app(app), "prune")
    assert ask(url, "SELECT id FROM procrastinate_workers") == [(alive,)]
    assert ask(url, "SELECT worker_id FROM procrastinate_jobs") == [(alive,)]


def test_one_that_has_slept_with_its_machine_does_not_take_itself_for_dead(
    app: Flask, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    ask(url, "ALTER TABLE procrastinate_workers ALTER last_heartbeat SET DEFAULT now() - interval '2 minutes'")
    try:
        work(scheduled_tasks.create_task_app(app), "prune")
    finally:
        ask(url, "ALTER TABLE procrastinate_workers ALTER last_heartbeat SET DEFAULT now()")
    gc.collect()  # what nobody waited for is told of now
    assert [record.message for record in caplog.records if record.levelno >= logging.WARNING] == []
