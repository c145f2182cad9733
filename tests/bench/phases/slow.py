"""What clients that send nothing, or a byte a second, do to everybody else."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.bench.bench import Bench
from tests.bench.crowd import Crowd, Player
from tests.bench.report import Row, number, percentile
from tests.bench.wire import Connection

EACH = 100  # connections of either kind
RATE, SECONDS, TURNS = 20, 3, 2  # pages a second, with them and without, in turns
REQUEST = b"GET / HTTP/1.1\r\nHost: play.example.org\r\nX-Slow: " + b"x" * 1000


@dataclass
class Pages:
    """Seconds that pages took, and how many the site turned away because it had too much to do."""

    times: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def p99(self) -> float:
        """The 99th percentile, in milliseconds."""
        return 1000 * percentile(self.times, 0.99)

    async def ask(self, port: int, player: Player) -> None:
        """Fetch a page over a connection of its own."""
        begun = time.perf_counter()
        connection = await Connection.open(port)
        answer = await connection.ask(player.page())
        connection.close()
        self.times.append(time.perf_counter() - begun)
        self.refused += answer.status != 200


async def measure(bench: Bench, crowd: Crowd) -> list[Row]:
    """Let pages be asked for over new connections, with slow clients and without."""
    before, after = Pages(), Pages()
    for _ in range(bench.times(TURNS)):
        await look(bench, crowd.players, before, bench.seconds(SECONDS))
        async with _slow(bench.server.port):
            await look(bench, crowd.players, after, bench.seconds(SECONDS))
    what = f"p99 of a page beside {EACH} connections that send nothing and {EACH} that send a byte a second"
    note = f"({number(after.p99)} ms for {number(before.p99)} ms; {before.refused + after.refused} refused)"
    return [Row(what, f"{number(after.p99 / before.p99)} × {note}")]


async def look(bench: Bench, players: list[Player], pages: Pages, seconds: float) -> None:
    """Ask for pages at a steady rate."""
    begun, asked = time.perf_counter(), []
    for place in range(int(RATE * seconds)):
        await asyncio.sleep(begun + place / RATE - time.perf_counter())
        asked.append(asyncio.create_task(pages.ask(bench.server.port, players[place % len(players)])))
    await asyncio.gather(*asked)


@asynccontextmanager
async def _slow(port: int) -> AsyncIterator[None]:
    """Keep the slow connections for as long as the block runs."""
    silent = [await Connection.open(port) for _ in range(EACH)]
    slow = [await Connection.open(port) for _ in range(EACH)]
    task = asyncio.create_task(_trickle(slow))
    await asyncio.sleep(1)
    try:
        yield
    finally:
        task.cancel()
        for connection in (*silent, *slow):
            connection.close()


async def _trickle(connections: list[Connection]) -> None:
    for place in range(len(REQUEST)):
        for connection in connections:
            if connection.transport:
                connection.transport.write(REQUEST[place : place + 1])
        await asyncio.sleep(1)
