"""The line to the database is lost, or dead without a word: what changes meanwhile is seen by all who wait for it."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from itertools import pairwise
from types import ModuleType

import pytest
from flask import Flask
from sqlalchemy import make_url

from app.long_poll import database_session, listener
from tests.faults.proxy import Proxy
from tests.long_poll.harness import NEWS, Harness, until
from tests.processes import free_port

RATIO = 20  # how much faster time passes here


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the listener's pauses pass faster; an answer may still take its time, because machines are busy."""
    _hurry(monkeypatch, listener, "QUIET_SECONDS", "MIN_RETRY_SECONDS", "MAX_RETRY_SECONDS")


@pytest.fixture
def impatience(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[object]]:
    """Give a block in which the listener gives up sooner, too."""

    @contextmanager
    def brief() -> Iterator[None]:
        with monkeypatch.context() as patch:
            _hurry(patch, database_session, "ANSWER_SECONDS", "CONNECT_SECONDS")
            yield

    return brief


def _hurry(monkeypatch: pytest.MonkeyPatch, module: ModuleType, *names: str) -> None:
    for name in names:
        monkeypatch.setattr(module, name, getattr(module, name) / RATIO)


@asynccontextmanager
async def apart(app: Flask, kind: type[Harness] = Harness) -> AsyncIterator[tuple[Harness, Proxy]]:
    """A harness that listens through a proxy, and looks up without."""
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    proxy = Proxy(url.port or 0)
    await proxy.start()
    try:
        async with asyncio.timeout(40):
            yield kind(app, url=url.set(port=proxy.port).render_as_string(hide_password=False)), proxy
    finally:
        await proxy.stop()


def test_what_changed_while_the_line_was_cut_is_seen_without_asking_again(app: Flask) -> None:
    async def run() -> None:
        async with apart(app) as (harness, proxy), harness.runs():
            for version in range(3):
                changed, other = harness.hold(f"7 t:{version} u:0")[0], harness.hold("7 u:0")[0]
                await harness.held(2)
                proxy.clear.clear()
                await harness.change("t")  # its message is on the line, and lost with it
                proxy.cut()
                await until(lambda: not harness.listener.is_listening)
                proxy.clear.set()
                assert (await changed).status == NEWS
                assert not other.done()
                other.cancel()
                await harness.held(0)

    asyncio.run(run())


def test_who_asks_during_the_gap_is_answered_by_the_site(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        monkeypatch.setattr(database_session, "CONNECT_SECONDS", 0.2)
        async with apart(app) as (harness, proxy), harness.runs():
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            proxy.clear.clear()
            proxy.cut()
            await until(lambda: not harness.listener.is_listening)
            answer = await harness.poll("7 t:0")
            assert (answer.status, answer.after) == (NEWS, None)
            let_go = await asked  # it lasts
            assert (let_go.status, let_go.after) == (204, "0")
            monkeypatch.setattr(database_session, "CONNECT_SECONDS", 30)
            proxy.clear.set()
            await until(lambda: harness.listener.is_listening)
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            await harness.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())


def test_a_line_that_is_dead_without_a_word_is_noticed_in_fifteen_seconds(
    app: Flask, impatience: Callable[[], AbstractContextManager[object]]
) -> None:
    """Before and after, a busy machine may take its time to answer."""
    assert RATIO * listener.QUIET_SECONDS + database_session.ANSWER_SECONDS <= 15

    async def run() -> None:
        async with apart(app) as (harness, proxy), harness.runs():
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            with impatience():
                proxy.clear.clear()
                begun = asyncio.get_running_loop().time()
                await harness.change("t")
                await until(lambda: not harness.listener.is_listening)
            assert asyncio.get_running_loop().time() - begun < 9  # psycopg's own cancelling would take ten
            proxy.clear.set()
            assert (await asked).status in (NEWS, 204)
            await until(lambda: harness.listener.is_listening)
            assert (await harness.poll("7 t:0")).status == NEWS

    asyncio.run(run())


def test_a_line_that_dies_before_it_listens_is_given_up_too(
    app: Flask, impatience: Callable[[], AbstractContextManager[object]]
) -> None:
    async def run() -> None:
        async with apart(app) as (harness, proxy):
            proxy.dooms = lambda data: b"LISTEN" in data and proxy.clear.clear() is not None
            with impatience():
                async with harness.runs(hears=False):
                    await until(lambda: not proxy.clear.is_set())
                    proxy.dooms = lambda data: False
                    await asyncio.sleep(2 * database_session.ANSWER_SECONDS)
                    proxy.clear.set()
                    await until(lambda: harness.listener.is_listening)

    asyncio.run(run())


def test_it_tries_again_after_pauses_that_grow_to_a_second(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    assert RATIO * listener.MAX_RETRY_SECONDS <= 1
    assert database_session.CONNECT_SECONDS <= 3

    def tries() -> list[logging.LogRecord]:
        return [record for record in caplog.records if record.name == listener.__name__]

    async def run() -> None:
        harness = Harness(app, url=f"postgresql://nobody@127.0.0.1:{free_port()}/nothing")
        async with harness.runs(hears=False):
            await until(lambda: len(tries()) > 7)

    asyncio.run(run())
    pauses = [later.created - earlier.created for earlier, later in pairwise(tries())]
    for number, pause in enumerate(pauses):
        assert pause > 0.49 * min(listener.MAX_RETRY_SECONDS, listener.MIN_RETRY_SECONDS * 2**number)


def test_look_ups_never_overlap_so_that_none_undoes_what_was_heard(app: Flask) -> None:
    class Counting(Harness):
        running = most = 0
        going_on = threading.Event()

        def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
            self.running += 1
            self.most = max(self.most, self.running)
            self.going_on.wait(60)
            self.running -= 1
            return super().look_up(topics)

    async def run() -> None:
        async with apart(app, Counting) as (harness, proxy), harness.runs():
            harness.going_on.set()
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            harness.going_on.clear()
            proxy.cut()
            await until(lambda: harness.running)
            (other,) = harness.hold("8 t:0 u:0")
            await asyncio.sleep(0.1)
            harness.going_on.set()
            await harness.held(2)
            await harness.change("t")
            assert [(await each).status for each in (asked, other)] == [NEWS, NEWS]
            assert harness.most == 1

    asyncio.run(run())


def test_if_nothing_can_be_read_after_a_gap_nobody_goes_on_waiting(app: Flask) -> None:
    class Failing(Harness):
        away = False

        def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
            if self.away:
                raise OSError("away")
            return super().look_up(topics)

    async def run() -> None:
        async with apart(app, Failing) as (harness, proxy), harness.runs():
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            harness.away = True
            proxy.cut()
            assert (await asked).status == 204
            assert (await harness.poll("7 t:0")).status == NEWS

    asyncio.run(run())
