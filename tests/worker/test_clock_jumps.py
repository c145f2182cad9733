"""The clock is put forward or back, or the machine sleeps: the schedule goes on at once, and makes up for nothing."""

import asyncio
import time
from collections.abc import Callable

import psycopg
import pytest
from flask import Flask

from app.games.table import deadlines
from app.worker import clock_jumps, process, scheduled_tasks

HOUR, DAY = 3600, 86_400  # seconds
RIGHT = time.time


@pytest.fixture
def put_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Put this process's clock forward or back by so many seconds; what it waits by goes on."""
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: RIGHT() + seconds)


@pytest.fixture
def stand_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let this process's clock stand still, so many seconds from now; what it waits by goes on."""
    moment = RIGHT()
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: moment + seconds)


@pytest.mark.parametrize("seconds", [-HOUR, -60, HOUR, DAY])
def test_a_jump_is_noticed_within_a_step(seconds, stand_clock, monkeypatch, caplog):
    """On a clock that stands still otherwise: a step that lasts longer on a busy machine would count as a jump, too."""
    monkeypatch.setattr(clock_jumps, "STEP_SECONDS", 0.01)
    stand_clock(0)

    async def wait() -> None:
        waiting = asyncio.create_task(clock_jumps.wait_for_jump())
        await asyncio.sleep(0.1)
        assert not waiting.done()
        stand_clock(seconds)
        await asyncio.wait_for(waiting, 20)

    asyncio.run(wait())
    assert f"jumped by {seconds} s" in caplog.text


@pytest.mark.usefixtures("url")
def test_the_tasks_go_on_at_once(app, put_clock, monkeypatch):
    """Every few seconds the deadlines are looked at, whatever the clock says."""
    looked: list[float] = []
    monkeypatch.setattr(deadlines, "sweep", lambda: looked.append(time.monotonic()) or 0)
    monkeypatch.setattr(scheduled_tasks, "EVERY_5_SECONDS", scheduled_tasks.EVERY_SECOND)
    monkeypatch.setattr(clock_jumps, "STEP_SECONDS", 0.1)

    async def look_again() -> None:
        count = len(looked)
        async with asyncio.timeout(30):
            while len(looked) == count:
                await asyncio.sleep(0.05)

    async def run() -> None:
        working = asyncio.create_task(process._work_forever(app))
        try:
            for seconds in (0, DAY, -HOUR, 0):
                put_clock(seconds)
                await look_again()
                await look_again()
        finally:
            working.cancel()
            await asyncio.wait([working])

    before = ticks(app)
    asyncio.run(run())
    assert ticks(app) - before < 1000, "a day is not made up for second by second"


def ticks(app: Flask) -> int:
    """How many ticks of the schedule there have been."""
    with psycopg.connect(app.config["SQLALCHEMY_DATABASE_URI"]) as connection:
        row = connection.execute("SELECT last_value FROM procrastinate.procrastinate_periodic_defers_id_seq").fetchone()
    assert row
    return int(row[0])
