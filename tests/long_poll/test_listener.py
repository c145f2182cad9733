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
from tests.long_poll.stand import NEWS, Stand, change


class Hearing(Subscriptions):
    """Beats that tell when something was heard."""

    def __init__(self) -> None:
        super().__init__(1000)
        self.heard = threading.Event()

    def notify(self, topic: str, beat: int) -> None:
        super().notify(topic, beat)
        self.heard.set()


class Slow(Stand):
    """A stand at which a look-up's answer is a while under way, during which `meanwhile` happens."""

    def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
        found = super().look_up(topics)
        self.meanwhile()
        return found


def test_two_hundred_polls_for_fifty_topics_are_one_statement(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_queue, "MAX_WAITING", 200)  # who polls here has no cookie

    async def run() -> None:
        async with Stand(app).runs() as stand:
            await stand.change("t0", "t1")
            topics = [f"t{number % 50}:{1 if number % 50 < 2 else 0} user:1:0" for number in range(200)]
            asked = [stand.hold(f"{number} {topic}")[0] for number, topic in enumerate(topics)]
            await stand.held(200)
            assert stand.looked_up == [sorted(["user:1", *(f"t{number}" for number in range(50))])]
            await stand.change("user:1")
            assert {(await each).status for each in asked} == {NEWS}
            assert len(stand.looked_up) == 1

    asyncio.run(run())


def test_who_asks_during_a_look_up_shares_the_next(app: Flask) -> None:
    async def run() -> None:
        stand, going_on = Slow(app), threading.Event()
        stand.meanwhile = lambda: going_on.wait(60)
        async with stand.runs():
            asked = stand.hold("7 a:0")
            while not stand.looked_up:
                await asyncio.sleep(0.01)
            asked += [*stand.hold("8 a:0 b:0", 10), *stand.hold("9 c:0", 10)]
            await asyncio.sleep(0.1)
            going_on.set()
            await stand.held(21)
            assert stand.looked_up == [["a"], ["b", "c"]] or stand.looked_up == [["a"], ["a", "b", "c"]]
            stand.polls.stop()
            await asyncio.gather(*asked)

    asyncio.run(run())


@pytest.mark.parametrize("first", ["the message", "the answer"])
def test_a_change_during_a_look_up_is_not_missed(app: Flask, first: str) -> None:
    async def run() -> None:
        beats = Hearing()
        stand = Slow(app, beats)

        def meanwhile() -> None:
            change(app, "t")
            assert first == "the answer" or beats.heard.wait(60)

        stand.meanwhile = meanwhile
        async with stand.runs():
            async with asyncio.timeout(60):
                assert (await stand.poll("7 t:0")).status == NEWS
            assert stand.looked_up == [["t"]]
            (asked,) = stand.hold("7 t:1")
            await stand.held(1)
            assert stand.looked_up == [["t"]]
            await stand.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())


def test_more_topics_at_once_than_a_statement_has_parameters(app: Flask) -> None:
    change(app, "t3")
    assert look_up_versions(app, [f"t{number}" for number in range(70_000)]) == {"t3": 1}


def test_a_look_up_that_fails_costs_nobody_their_answer(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    class Failing(Stand):
        def look_up(self, topics: Sequence[str]) -> Mapping[str, int]:
            if topics == ["broken"]:
                raise OSError("away")
            return super().look_up(topics)

    async def run() -> None:
        async with Failing(app).runs() as stand:
            assert (await stand.poll("7 broken:0")).status == NEWS
            (asked,) = stand.hold("7 t:0")
            await stand.held(1)
            await stand.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())
    assert "beats cannot be looked up" in caplog.text


def test_nobody_waits_long_for_a_look_up(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LOOKUP_SECONDS", 0.2)

    async def run() -> None:
        stand, going_on = Slow(app), threading.Event()
        stand.meanwhile = lambda: going_on.wait(60)
        async with stand.runs():
            assert (await stand.poll("7 t:0")).status == NEWS
            going_on.set()
            (asked,) = stand.hold("7 t:0")
            await stand.held(1)
            stand.polls.stop()
            assert (await asked).status == 204

    asyncio.run(run())


def test_while_nothing_happens_the_line_rests(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        loop, looked = asyncio.get_running_loop(), []
        async with Stand(app).runs() as stand:
            add_reader = loop.add_reader
            monkeypatch.setattr(loop, "add_reader", lambda *told: (looked.append(told), add_reader(*told)))
            await asyncio.sleep(0.7)
            assert len(looked) <= 1
            (asked,) = stand.hold("7 t:0")
            await stand.held(1)
            await stand.change("t")
            assert (await asked).status == NEWS

    asyncio.run(run())
