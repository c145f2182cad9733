"""Which requests wait in front of the site, for how long, and how many of them."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from app.config import Settings
from app.live import tags
from app.long_poll.startup import add_long_polling
from app.server.asgi import FlaskASGIApp
from tests.long_poll.harness import KEY, NEWS, Answer, Harness

Play = Callable[[Harness], Coroutine[Any, Any, None]]
NO_TAGS = {  # each signed, but for those of bytes
    "none": b"",
    "not signed": b"7 t:0",
    "signed by another": tags.sign(tags.derive_key("another"), "7 t:0").encode(),
    "signed for another": tags.sign(KEY, "8 t:0").replace("8", "7", 1).encode(),
    "a viewer alone": "7",
    "no versions": "7 game:abcdefgh",
    "letters": "7 t:one",
    "negative": "7 t:-1",
    "huge": f"7 t:{10**18}",
    "half a tag": "7 t:0 :3",
    "a space too much": "7  t:0",
    "non-ASCII": "7 té:0",
    "a NUL": "7 t\0:0",
    "a tab": "7 t\t:0",
    "5,000 bytes": "7 " + "t" * 5000 + ":0",
    "one long topic": "7 " + "t" * 65 + ":0",
    "thousands of topics": "7 " + " ".join(f"t{number}:0" for number in range(3000)),
}


def play(app: Flask, does: Play, **options: int) -> None:
    """Let something happen in a harness."""

    async def run() -> None:
        async with asyncio.timeout(120), Harness(app, **options).runs() as harness:
            await does(harness)

    asyncio.run(run())


def told(answer: Answer) -> tuple[int, str | None]:
    """Whether there was news, and when to ask again."""
    return answer.status, answer.after


@pytest.mark.parametrize("tag", NO_TAGS.values(), ids=NO_TAGS)
def test_what_is_no_tag_of_ours_is_for_the_site_to_answer(app: Flask, tag: str | bytes) -> None:
    async def does(harness: Harness) -> None:
        assert told(await harness.poll(tag)) == (NEWS, "0")
        assert (harness.looked_up, harness.subscriptions.waiting_count) == ([], 0)

    play(app, does)


def test_what_is_no_poll_is_for_the_site_to_answer(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        assert told(await harness.ask(hx_ptag="7 t:0")) == (NEWS, None)
        assert told(await harness.ask(hx_ptag="7 t:0", hx_request="yes")) == (NEWS, None)
        assert (await harness.ask("POST", hx_ptag="7 t:0", hx_request="true")).status == 405
        assert (await harness.ask(kind="websocket")).status == 0
        assert harness.looked_up == []

    play(app, does)


def test_a_poll_is_held_until_one_of_its_topics_changes(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        mine, other = harness.hold("7 t:0 u:0"), harness.hold("8 v:0")
        await harness.held(2)
        await harness.change("u")
        assert told(await mine[0]) == (NEWS, "0")
        assert not other[0].done()
        assert told(await harness.poll("7 t:0 u:0")) == (NEWS, "0")
        other[0].cancel()
        await harness.held(0)

    play(app, does)


def test_a_page_that_has_seen_more_than_was_heard_here_is_not_shown_less(app: Flask) -> None:
    """It was told by another process, whose message has not arrived here yet."""

    async def does(harness: Harness) -> None:
        waiting = harness.hold("7 t:0")
        await harness.held(1)
        hears, harness.subscriptions.notify = harness.subscriptions.notify, lambda topic, version: None  # type: ignore[method-assign]
        await harness.change("t")
        ahead = harness.hold("8 t:1")
        assert told(await waiting[0]) == (NEWS, "0")
        await harness.held(1)
        assert harness.looked_up == [["t"], ["t"]]
        assert not ahead[0].done()
        harness.subscriptions.notify = hears  # type: ignore[method-assign]
        await harness.change("t")
        assert told(await ahead[0]) == (NEWS, "0")

    play(app, does)


def test_who_has_seen_what_was_never_there_is_told_so(app: Flask) -> None:
    """As after a backup was restored."""

    async def does(harness: Harness) -> None:
        harness.hold("7 t:0")
        await harness.held(1)
        assert told(await harness.poll("7 t:5")) == (NEWS, "0")

    play(app, does)


def test_when_its_time_is_over_the_page_may_ask_again_at_once(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        answer = await harness.poll("7 t:0")
        assert told(answer) == (204, "0")
        assert (answer.headers["hx-ptag"], answer.headers["cache-control"]) == (tags.sign(KEY, "7 t:0"), "no-store")

    play(app, does, seconds=1)


def test_over_the_limit_it_is_answered_at_once(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        asked = harness.hold("7 t:0", 5)
        await harness.held(5)
        assert told(await harness.poll("7 t:0")) == (204, "10")
        assert told(await harness.poll("7 t:1")) == (NEWS, "0")
        asked[0].cancel()
        await harness.held(4)
        asked += harness.hold("7 t:0")
        await harness.held(5)

    play(app, does, capacity=5)


def test_so_it_is_where_too_many_topics_are_waited_for(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        harness.hold("7 " + " ".join(f"t{number}:0" for number in range(10)))
        await harness.held(1)
        assert told(await harness.poll("7 t0:0")) == (204, "10")

    play(app, does, capacity=2)


@pytest.mark.parametrize("cookie", ["remember=7|abc", "__Host-remember=7|abc", "a=b; remember=7|abc; c=d"])
def test_one_browser_has_its_share_and_no_more(app: Flask, cookie: str) -> None:
    async def does(harness: Harness) -> None:
        asked = harness.hold("7 t:0", 4, cookie=cookie)
        await harness.held(4)
        assert told(await harness.poll("7 t:0", cookie=cookie)) == (204, "3")
        others = (
            harness.hold("8 t:0", 4, cookie="remember=8|xyz")
            + harness.hold("- t:0", 9)
            + harness.hold("- t:0", 9, cookie="c=d")
        )
        await harness.held(26)
        asked[0].cancel()
        await harness.held(25)
        asked += harness.hold("7 t:0", cookie=cookie)
        await harness.held(26)
        await harness.change("t")
        assert {told(await each) for each in [*asked[1:], *others]} == {(NEWS, "0")}
        assert not harness.polls._quotas._held

    play(app, does)


@pytest.mark.parametrize(("workers", "share"), [(1, 4), (2, 2), (3, 1), (8, 1)])
def test_the_share_is_spread_over_the_processes(app: Flask, workers: int, share: int) -> None:
    url = app.config["SQLALCHEMY_DATABASE_URI"]

    async def does(harness: Harness) -> None:
        settings = replace(Settings(database_url=url, secret_key="tests"), web_workers=workers)
        harness.polls = add_long_polling(app, FlaskASGIApp(app), settings)
        harness.subscriptions, harness.listener = harness.polls._subscriptions, harness.polls._listener
        async with harness.runs():
            harness.hold("7 t:0", share, cookie="remember=7|abc")
            await harness.held(share)
            assert told(await harness.poll("7 t:0", cookie="remember=7|abc")) == (204, "3")

    asyncio.run(does(Harness(app)))


def test_the_end_answers_all_and_holds_nothing_more(app: Flask) -> None:
    async def does(harness: Harness) -> None:
        asked = harness.hold("7 t:0", 10) + harness.hold("8 u:0", 10) + harness.hold("- u:0", 50)
        await harness.held(70)
        harness.polls.stop()
        assert {told(await each) for each in asked} == {(204, "1")}
        assert told(await harness.poll("7 t:0")) == (204, "1")
        assert told(await harness.poll("7 t:3")) == (NEWS, "0")
        await harness.polls.idle()

    play(app, does)
