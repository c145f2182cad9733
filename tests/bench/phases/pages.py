"""What single answers cost, as multiples of the smallest one of Flask's; and whether many games make them dearer."""

import itertools
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median

from tests.bench import requests, single_requests, statements
from tests.bench.baseline_server import SMALLEST, bare
from tests.bench.bench import Bench
from tests.bench.report import Row, number
from tests.bench.single_requests import FEW, FRAGMENT, PAGE, Asked
from tests.bench.site import Server
from tests.bench.wire import Connection

ROUNDS, BURST = 6, 16  # so often, so many requests in a row of either site
COUNTED = 20  # requests whose statements are counted
GROWTH, STATEMENTS = 1.2, 4
MOST = {PAGE: 6, FRAGMENT: 4}  # times the smallest answer


@dataclass
class Cost:
    """What some requests have cost: seconds of CPU, and of the reader's time for each."""

    web: float = 0.0
    postgres: float = 0.0
    times: list[float] = field(default_factory=list)

    @property
    def cpu(self) -> float:
        """Microseconds of the web processes' CPU for one request."""
        return self.web / len(self.times) * 1e6


async def measure(bench: Bench) -> list[Row]:
    """Ask for pages, one at a time, of a site with few games and of one with many."""
    with bare() as least, single_requests.sites(bench.cluster, bench.scale) as sites:
        costs = await _ask(bench, {"least": least, "small": sites.small, "large": sites.large}, sites.asked)
        counts = {what: await _statements(bench, sites.small, asked) for what, asked in sites.asked.items()}
    return _rows(costs, counts, sites.many)


async def _ask(bench: Bench, servers: Mapping[str, Server], asked: Asked) -> dict[tuple[str, str], Cost]:
    """Return the costs by what was asked and of which server; in turns, since machines have moods."""
    costs: dict[tuple[str, str], Cost] = defaultdict(Cost)
    smallest = itertools.repeat(requests.page(SMALLEST))
    connections = {name: await Connection.open(server.port) for name, server in servers.items()}
    for turn in range(-1, bench.times(ROUNDS)):
        for what, server in [("least", "least"), *itertools.product(asked, ("small", "large"))]:
            cost = costs[what, server] if turn >= 0 else Cost()  # the first turn warms up
            with bench.meter(servers[server]) as meter:
                for _ in range(bench.times(BURST)):
                    cost.times.append(await _timed(connections[server], next(asked.get(what, smallest))))
            cost.web, cost.postgres = cost.web + meter.web, cost.postgres + meter.postgres
    for connection in connections.values():
        connection.close()
    return costs


async def _timed(connection: Connection, request: bytes) -> float:
    begun = time.perf_counter()
    answer = await connection.ask(request)
    assert answer.status in (200, 303), answer
    return time.perf_counter() - begun


async def _statements(bench: Bench, server: Server, asked: Iterator[bytes]) -> tuple[float, float]:
    """Return the statements of one request, and those that only frame them."""
    connection, times = await Connection.open(server.port), bench.times(COUNTED)
    with statements.counted(bench.cluster) as counted:
        for _ in range(times):
            await _timed(connection, next(asked))
    connection.close()
    return counted["statements"] / times, counted["frame"] / times


def _rows(costs: Mapping[tuple[str, str], Cost], counts: Mapping[str, tuple[float, float]], many: int) -> list[Row]:
    least = costs["least", "least"]
    rows = [Row("Flask's smallest answer, CPU and time", f"{number(least.cpu)} µs, {_milliseconds(least)}")]
    for what, (counted, frame) in counts.items():
        small, large = costs[what, "small"], costs[what, "large"]
        multiple, growth = small.cpu / least.cpu, large.cpu / small.cpu
        postgres = small.postgres / len(small.times) * 1e6
        measured = f"{number(multiple)} × that (PostgreSQL {number(postgres)} µs), {_milliseconds(small)}"
        said = f"{number(counted)} (and {number(frame)} around them)"
        most = MOST.get(what)
        rows += [
            Row(what, measured, *_limit(multiple, most, " ×")),
            Row("… statements", said, *_limit(counted, STATEMENTS if most else None)),
            Row(f"… {many:,} games for {FEW}", f"{number(growth)} ×", *_limit(growth, GROWTH, " ×")),
        ]
    return rows


def _limit(value: float, most: float | None, unit: str = "") -> tuple[str, bool | None]:
    return (f"≤ {number(most)}{unit}", value <= most) if most else ("", None)


def _milliseconds(cost: Cost) -> str:
    return f"{number(1000 * median(cost.times))} ms"
