"""Strangers who wait cost those who play nothing: what they may wait for, how many of them, and when they are woken."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import islice
from typing import Any

import pytest
from flask import Flask

from app.live.topic_versions import TAG_HEADER
from app.long_poll import quotas, wakeups
from app.long_poll.poll_request import PollParser
from app.long_poll.subscriptions import Subscriptions
from tests.faults.wire import Answer as Sent
from tests.games.tables import CLUE
from tests.long_poll.harness import KEY, NEWS, Harness
from tests.long_poll.served_site import NOBODY, ServedSite
from tests.long_poll.test_held_polls import told

WATCHERS = 200


def play(app: Flask, does: Callable[[Harness], Coroutine[Any, Any, None]], **options: int) -> None:
    """Let something happen in a harness."""

    async def run() -> None:
        async with asyncio.timeout(120), Harness(app, **options).runs() as harness:
            await does(harness)

    asyncio.run(run())


def test_made_up_topics_keep_nobody_from_waiting(new_site: Callable[..., ServedSite]) -> None:
    """Strangers name ever new topics, as many as there is room for, and then pages of a table ask for news."""
    served = new_site(HELD_POLLS="20")

    async def run() -> None:
        await served.hears()
        made_up = [" ".join(f"x{number}-{place}:0" for place in range(50)) for number in range(10)]
        attack = []
        for topics in made_up:
            attack.append(asyncio.create_task(served.poll(NOBODY, f"- {topics}")))
            await asyncio.wait(attack[-1:], timeout=0.5)
        tag = await served.tag(served.bob)
        pages = [asyncio.create_task(served.poll(served.bob, tag)) for _ in range(4)]
        await served.held(4)
        assert not any(page.done() for page in pages)
        for task in [*attack, *pages]:
            task.cancel()

    asyncio.run(run())


def test_a_network_of_strangers_has_its_share_and_comes_back_later(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MAX_PER_NETWORK", 5)

    async def does(harness: Harness) -> None:
        harness.hold("- t:0", 5, client="2001:db8::1")
        await harness.held(5)
        assert told(await harness.poll("- t:0", client="2001:db8::2")) == (204, "10")
        assert told(await harness.poll("- t:0", client="2001:db8::2", cookie="remember=made|up")) == (204, "10")
        harness.hold("- t:0", client="2001:db8:0:1::1")
        harness.hold("7 t:0", client="2001:db8::1")
        await harness.held(7)

    play(app, does)


def test_who_made_up_a_browser_is_still_one_user(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        for number in range(16):
            harness.hold("7.a t:0", cookie=f"remember={number}")
        await harness.held(16)
        assert told(await harness.poll("7.b t:0", cookie="remember=17")) == (204, "3")

    play(app, does)


@pytest.mark.parametrize(
    ("proxies", "expected"), [(0, "192.0.2.9"), (1, "198.51.100.2"), (2, "198.51.100.1"), (3, "192.0.2.9")]
)
def test_a_proxy_says_whose_poll_it_is_if_it_is_trusted(proxies: int, expected: str) -> None:
    headers = [
        (b"hx-request", b"true"),
        (b"x-forwarded-for", b"198.51.100.1"),
        (b"x-forwarded-for", b"198.51.100.2"),
    ]
    poll = PollParser(KEY, proxies).poll({"method": "GET", "client": ("192.0.2.9", 1), "headers": headers})
    assert poll
    assert poll.network == expected


def test_strangers_are_asked_to_come_back_before_their_topics_are_looked_up(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        harness.hold("- " + " ".join(f"t{number}:0" for number in range(5)))
        await harness.held(1)
        assert told(await harness.poll("- u:0")) == (204, "10")
        assert len(harness.looked_up) == 1
        harness.hold("7 u:0")
        await harness.held(2)

    play(app, does, capacity=2)


def test_what_users_wait_for_is_not_forgotten_for_strangers() -> None:
    subscriptions = Subscriptions(10)
    users = [f"user{number}" for number in range(8)]
    subscriptions.protect(users)
    subscriptions.store_lookup(subscriptions.begin_lookup(users), {})
    for number in range(50):
        strangers = [f"{number}-{place}" for place in range(5)]
        subscriptions.store_lookup(subscriptions.begin_lookup(strangers), {})
        assert subscriptions.unknown(users) == set()
        assert subscriptions.unknown(strangers) == set()


def test_users_hear_of_a_change_before_a_crowd_of_strangers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakeups, "BATCH_PAUSE", 3600)

    async def does(harness: Harness) -> None:
        crowd = harness.hold("- t:0", 200)
        await harness.held(200)
        (user,) = harness.hold("7 t:0")
        await harness.held(201)
        await harness.change("t")
        assert told(await user) == (NEWS, "0")
        assert {told(await each) for each in islice(asyncio.as_completed(crowd), wakeups.BATCH_SIZE)} == {(NEWS, "0")}
        assert len([each for each in crowd if not each.done()]) == 200 - wakeups.BATCH_SIZE
        harness.polls.stop()
        await asyncio.gather(*crowd)

    play(app, does)


def test_a_move_is_rendered_once_for_all_strangers_who_watch(new_site: Callable[..., ServedSite]) -> None:
    served = new_site()

    async def watch() -> list[Sent]:
        await served.hears()
        tag = (await served.wire.get(NOBODY, served.path)).headers[TAG_HEADER.lower()]
        watching = [asyncio.create_task(served.poll(NOBODY, tag)) for _ in range(WATCHERS)]
        await served.held(WATCHERS)
        before = served.rendered()
        await asyncio.to_thread(served.table.must, "a", f"clue {CLUE} 3")
        answers = [await each for each in watching]
        assert served.rendered() - before <= 5
        assert served.gauge("polls_shared_total") >= WATCHERS - 5
        return answers

    answers = asyncio.run(watch())
    assert {(each.status, 'data-version="1"' in each.text) for each in answers} == {(200, True)}
    assert {each.headers["poll-after"] for each in answers} == {"0"}
    assert not any("surrogate-control" in each.headers for each in answers)
