"""What a crowd at one table, and sockets that wait for made-up topics, do to everybody else."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.bench import requests
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.phases.slow import Pages, look
from tests.bench.playing import Match
from tests.bench.report import Row, at_most, number
from tests.bench.wire import Connection

WATCHERS, NETWORKS = 3000, 30  # strangers who watch one table, and how many networks they are in
SOCKETS, TOPICS = 100, 250  # that ask for topics which do not exist, and how many of them at once
REST = 0.5  # seconds that such a socket rests at most as long as it is asked to
PACE = 0.25  # moves a second at the table that is watched
SECONDS = 12
MOST = 3  # times as slow as without them


@dataclass
class Strangers:
    """All who are not signed in, by their open connections; `heard` is how late each watcher's news came."""

    port: int
    path: str
    tag: str = ""
    open: list[Connection] = field(default_factory=list)
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)
    news: int = 0
    refused: int = 0

    async def watch(self, place: int) -> None:
        """Ask for news of the table, again and again."""
        tag, address = self.tag, f"10.7.{place % NETWORKS}.1"
        connection = await self._connect()
        while True:
            answer = await connection.ask(requests.poll(self.path, "", tag, address))
            if answer.status == 200:
                tag = answer.header("hx-ptag")
                self.news += 1
            self.refused += answer.status == 503
            await asyncio.sleep(int(answer.header("poll-after") or 2) * random.uniform(0.75, 1.25))

    async def make_up(self, place: int) -> None:
        """Ask for news of ever new topics."""
        connection = await self._connect()
        turn = 0
        while True:
            turn += 1
            tag = " ".join(["-.-", *(f"x{place}-{turn}-{each}:0" for each in range(TOPICS))])
            answer = await connection.ask(requests.poll(self.path, "", tag, f"10.8.{place}.1"))
            await asyncio.sleep(max(REST, int(answer.header("poll-after") or 0)))

    async def _connect(self) -> Connection:
        connection = await Connection.open(self.port)
        self.open.append(connection)
        return connection


async def measure(bench: Bench, crowd: Crowd) -> list[Row]:
    """Let pages of other tables be asked for, first in quiet and then beside the strangers."""
    players = Crowd([bench.watched])
    await players.load(bench.server.port)
    await players.sit(bench.server.port, 1)
    match = Match(players, [bench.watched])
    quiet, beside = Pages(), Pages()
    await _look(bench, crowd, match, quiet)
    async with _strangers(bench, players.players[0].path) as strangers:
        await _look(bench, crowd, match, beside)
    await players.leave()
    what = f"p99 of a page beside {WATCHERS} strangers who watch another table, and {SOCKETS} with made-up topics"
    note = f" ({number(beside.p99)} ms for {number(quiet.p99)} ms; {strangers.news} fragments sent to strangers)"
    refused = quiet.refused + beside.refused + match.refused + players.answers[503] + crowd.answers[503]
    return [
        at_most(what, beside.p99 / quiet.p99, MOST, "×", note),
        Row("… 503s to players, and to strangers", f"{refused}, {strangers.refused}"),
    ]


async def _look(bench: Bench, crowd: Crowd, match: Match, pages: Pages) -> None:
    """Ask for pages of other tables while the one that is watched is played at."""
    seconds = bench.seconds(SECONDS)
    await asyncio.gather(match.go_on(max(PACE, 1 / seconds), seconds), look(bench, crowd.players, pages, seconds))


@asynccontextmanager
async def _strangers(bench: Bench, path: str) -> AsyncIterator[Strangers]:
    """Keep the strangers waiting for as long as the block runs."""
    strangers = Strangers(bench.server.port, path)
    page = await (await strangers._connect()).ask(requests.page(path))
    strangers.tag = page.header("hx-ptag")
    begun, watchers = time.perf_counter(), max(10, int(WATCHERS * min(1, bench.scale)))
    for place in range(watchers):
        await asyncio.sleep(begun + place / 500 - time.perf_counter())
        strangers.tasks.append(asyncio.create_task(strangers.watch(place)))
    strangers.tasks += [asyncio.create_task(strangers.make_up(place)) for place in range(SOCKETS)]
    await asyncio.sleep(1)
    try:
        yield strangers
    finally:
        for task in strangers.tasks:
            task.cancel()
        for connection in strangers.open:
            connection.close()
