"""A served site whose database goes away and comes back: nothing is missed, and nobody has to do anything."""

import asyncio
import os
import signal
from collections.abc import Callable
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.games.tables import CLUE
from tests.long_poll.served_site import NOBODY, ServedSite
from tests.processes import until

OTHERS = 50
TABS = 10  # of one person


@pytest.fixture
def served(new_site: Callable[..., ServedSite]) -> ServedSite:
    """A site of one process."""
    return new_site()


def test_no_beat_is_missed_across_a_gap(served: ServedSite) -> None:
    """The process stands still while its sessions are ended and a move is committed, of which nobody tells it then."""
    (process,) = served.site.children()

    async def run() -> None:
        await served.hears()
        signed = [served.signed(f"{number} t{number}:0") for number in range(OTHERS)]
        others = [asyncio.create_task(served.poll(NOBODY, tag)) for tag in signed]
        for version, (seat, move) in enumerate([("a", f"clue {CLUE} 3"), ("b", "guess 0"), ("b", "guess 1")], 1):
            asked = asyncio.create_task(served.poll(served.bob, await served.tag(served.bob)))
            await served.held(OTHERS + 1)
            os.kill(process, signal.SIGSTOP)
            await asyncio.to_thread(served.terminate, served.backends())
            await asyncio.to_thread(served.table.must, seat, move)
            os.kill(process, signal.SIGCONT)
            news = await asked
            assert (news.status, f'data-version="{version}"' in news.text) == (200, True)
        await served.held(OTHERS)
        assert not any(other.done() for other in others)
        for other in others:
            other.cancel()

    asyncio.run(run())


def test_while_the_database_is_away_nobody_is_held(served: ServedSite, cluster: str) -> None:
    name = urlsplit(served.url).path[1:]

    def allow(connections: bool) -> None:
        with psycopg.connect(cluster, autocommit=True) as server:
            server.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS {connections}')
            if not connections:
                server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])

    async def run() -> None:
        await served.hears()
        tag = await served.tag(served.bob)
        asked = [asyncio.create_task(served.poll(served.bob, tag)) for _ in range(TABS)]
        await served.held(TABS)
        await asyncio.to_thread(allow, False)
        assert {((await each).status, (await each).headers["poll-after"]) for each in asked} == {(204, "0")}
        plain = await served.poll(served.bob, tag)
        assert (plain.status, "poll-after" in plain.headers) == (503, False)
        await asyncio.to_thread(allow, True)
        await asyncio.to_thread(until, lambda: served.gauge("listening") == 1, 40)
        later = asyncio.create_task(served.poll(served.bob, tag))
        await served.held(1)
        await asyncio.to_thread(served.table.must, "a", f"clue {CLUE} 3")
        assert (await later).status == 200

    asyncio.run(run())
