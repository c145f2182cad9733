"""Event streams are counted for the whole site, by locks of the database: whichever process dies, theirs are free."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from flask import Flask

from app.long_poll import stream_places
from app.long_poll.stream_places import STREAMS_PER_TOKEN, StreamPlaces
from tests.long_poll.harness import until
from tests.processes import free_port

TOKEN, OTHER = 7, 8
SESSIONS = (
    "SELECT DISTINCT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database"
    " WHERE locktype = 'advisory' AND datname = current_database()"
)
Play = Callable[[StreamPlaces, StreamPlaces], Coroutine[Any, Any, None]]


@pytest.fixture
def url(app: Flask) -> str:
    return str(app.config["SQLALCHEMY_DATABASE_URI"])


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_places, "CHECK_SECONDS", 0.1)


@pytest.fixture
def play(url: str) -> Callable[[Play], None]:
    """Let something happen with the places of two processes."""

    async def run(does: Play) -> None:
        here, there = StreamPlaces(url), StreamPlaces(url)
        async with asyncio.timeout(60):
            with running(here), running(there):
                await does(here, there)

    return lambda does: asyncio.run(run(does))


@contextmanager
def running(places: StreamPlaces) -> Iterator[None]:
    task = asyncio.create_task(places.run())
    try:
        yield
    finally:
        task.cancel()


def sessions(url: str) -> set[int]:
    """Return the database's processes that hold places."""
    with psycopg.connect(url, autocommit=True) as connection:
        return {pid for (pid,) in connection.execute(SESSIONS)}


def terminate(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"SELECT pg_terminate_backend(pid, 10000) FROM ({SESSIONS}) AS holding")


async def eventually(asks: Callable[[], Awaitable[Any]]) -> Any:
    """Wait until something is true, and return it."""
    async with asyncio.timeout(30):
        while not (found := await asks()):
            await asyncio.sleep(0.02)
    return found


def test_processes_share_the_places_of_a_token(play: Callable[[Play], None]) -> None:
    async def does(here: StreamPlaces, there: StreamPlaces) -> None:
        first = await here.take(TOKEN)
        taken = await asyncio.gather(*(each.take(TOKEN) for each in (here, there) * STREAMS_PER_TOKEN))
        assert sum(place is not None for place in [first, *taken]) == STREAMS_PER_TOKEN
        assert await there.take(OTHER)
        here.release(first)
        assert await eventually(lambda: there.take(TOKEN))

    play(does)


def test_the_session_is_open_for_as_long_as_there_are_streams(play: Callable[[Play], None], url: str) -> None:
    async def does(here: StreamPlaces, _there: StreamPlaces) -> None:
        await until(lambda: not sessions(url))  # of the tests before
        place = await here.take(TOKEN)
        assert len(sessions(url)) == 1
        here.release(place)
        await until(lambda: here._connection is None)

    play(does)


def test_places_are_taken_again_when_the_session_is_lost(play: Callable[[Play], None], url: str) -> None:
    async def does(here: StreamPlaces, there: StreamPlaces) -> None:
        places = [await here.take(TOKEN) for _ in range(STREAMS_PER_TOKEN)]
        before = sessions(url)
        terminate(url)
        await until(lambda: sessions(url) - before)
        assert all(place and here.is_held(place) for place in places)
        assert await there.take(TOKEN) is None

    play(does)


def test_a_place_that_another_process_has_taken_meanwhile_is_lost(url: str) -> None:
    async def run() -> None:
        here, there = StreamPlaces(url), StreamPlaces(url)
        lost, kept = await here.take(TOKEN), await here.take(OTHER)
        terminate(url)
        assert await there.take(TOKEN)
        with running(here):
            await until(lambda: lost and not here.is_held(lost))
        assert kept
        assert here.is_held(kept)
        here.release(lost)
        assert len([place for place in [await here.take(TOKEN) for _ in range(5)] if place]) == 4

    asyncio.run(run())


def test_without_the_database_a_process_counts_its_own() -> None:
    async def run() -> None:
        here = StreamPlaces(f"postgresql://nobody@127.0.0.1:{free_port()}/nothing")
        places = [await here.take(TOKEN) for _ in range(STREAMS_PER_TOKEN + 1)]
        assert [place is None for place in places] == [False] * STREAMS_PER_TOKEN + [True]
        here.release(places[0])
        await eventually(lambda: here.take(TOKEN))

    asyncio.run(run())


def test_whoever_hangs_up_while_a_place_is_taken_leaves_it_free(play: Callable[[Play], None]) -> None:
    async def does(here: StreamPlaces, there: StreamPlaces) -> None:
        taking = [asyncio.create_task(here.take(TOKEN)) for _ in range(STREAMS_PER_TOKEN)]
        await asyncio.sleep(0)
        for each in taking:
            each.cancel()
        for _ in range(STREAMS_PER_TOKEN):
            await eventually(lambda: there.take(TOKEN))

    play(does)
