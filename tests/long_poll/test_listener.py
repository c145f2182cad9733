"""What is not known is looked up once for all who ask, and no change falls between the looking and the hearing."""

import asyncio
import threading
from collections.abc import Mapping, Sequence

import pytest
from flask import Flask

from app.long_poll import middleware
from app.long_poll.startup import look_up_versions
from app.long_poll.subscriptions import Subscriptions
from app.server import request_queue
from tests.long_poll.harness import NEWS, Harness, change


class Hearing(Subscriptions):
    """Beats that tell when something was heard."""

    def __init__(self) -> None:
        super().__init__(1000)
        self.heard = threading.Event()

    def notify(self, topic: str, version: int) -> None:
        super().notify(topic, version)
        self.heard.set()


class Slow(Harness):
    """A harness in which a look-up's answer is a while under way, during which `meanwhile` happens."""

    def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
        found = super().look_up(topics)
        self.meanwhile()
        return found


def test_two_hundred_polls_for_fifty_topics_are_one_statement(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_queue, "MAX_WAITING", 200)  # who polls here has no cookie

    async def run() -> None:
        async with Harness(app).runs() as harness:
            await harness.change("t0", "t1")
            topics = [f"t{number % 50}:{1 if number % 50 < 2 else 0} user:1:0" for number in range(200)]
            asked = [harness.hold(f"{number} {topic}")[0] for number, topic in enumerate(topics)]
            await harness.held(200)
            assert harness.looked_up == [sorted(["user:1", *(f"t{number}" for number in range(50))])]
            await harness.change("user:1")
            assert {(await each).status for each in asked} == {NEWS}
            assert len(harness.looked_up) == 1

    asyncio.run(run())


def test_who_asks_during_a_look_up_shares_the_next(app: Flask) -> None:
    async def run() -> None:
        harness, going_on = Slow(app), threading.Event()
        harness.meanwhile = lambda: going_on.wait(60)
        async with harness.runs():
            asked = harness.hold("7 a:0")
            while not harness.looked_up:
                await asyncio.sleep(0.01)
            asked += [*harness.hold("8 a:0 b:0", 10), *harness.hold("9 c:0", 10)]
            await asyncio.sleep(0.1)
            going_on.set()
            await harness.held(21)
            assert harness.looked_up == [["a"], ["b", "c"]] or harness.looked_up == [["a"], ["a", "b", "c"]]
            harness.polls.stop()
            await asyncio.gather(*asked)

    asyncio.run(run())


@pytest.mark.parametrize("first", ["the message", "the answer"])
def test_a_change_during_a_look_up_is_not_missed(app: Flask, first: str) -> None:
    async def run() -> None:
        subscriptions = Hearing()
        harness = Slow(app, subscriptions)

        def meanwhile() -> None:
            change(app, "t")
            assert first == "the answer" or subscriptions.heard.wait(60)

        harness.meanwhile = meanwhile
        async with harness.runs():
            async with asyncio.timeout(60):
                assert (await harness.poll("7 t:0")).status == NEWS
            assert harness.looked_up == [["t"]]
            (asked,) = harness.hold("7 t:1")
            await harness.held(1)
            assert harness.looked_up == [["t"]]
            await harness.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())


def test_more_topics_at_once_than_a_statement_has_parameters(app: Flask) -> None:
    change(app, "t3")
    assert look_up_versions(app, [f"t{number}" for number in range(70_000)]) == {"t3": 1}


def test_a_look_up_that_fails_costs_nobody_their_answer(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    class Failing(Harness):
        def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
            if topics == ["broken"]:
                raise OSError("away")
            return super().look_up(topics)

    async def run() -> None:
        async with Failing(app).runs() as harness:
            assert (await harness.poll("7 broken:0")).status == NEWS
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            await harness.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())
    assert "topic versions cannot be looked up" in caplog.text


def test_nobody_waits_long_for_a_look_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LOOKUP_SECONDS", 0.2)

    async def run() -> None:
        harness, going_on = Slow(app), threading.Event()
        harness.meanwhile = lambda: going_on.wait(60)
        async with harness.runs():
            assert (await harness.poll("7 t:0")).status == NEWS
            monkeypatch.setattr(middleware, "LOOKUP_SECONDS", 60)  # the next one may take as long as the machine likes
            going_on.set()
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            harness.polls.stop()
            assert (await asked).status == 204

    asyncio.run(run())


def test_while_nothing_happens_the_line_rests(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        loop, looked = asyncio.get_running_loop(), []
        async with Harness(app).runs() as harness:
            add_reader = loop.add_reader
            monkeypatch.setattr(loop, "add_reader", lambda *told: (looked.append(told), add_reader(*told)))
            await asyncio.sleep(0.7)
            assert len(looked) <= 1
            (asked,) = harness.hold("7 t:0")
            await harness.held(1)
            await harness.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())
