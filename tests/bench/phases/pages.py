"""What single answers cost, as multiples of the smallest one of Flask's; and whether many games make them dearer."""

import itertools
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from tests.bench import requests, single_requests, statements
from tests.bench.baseline_server import NOTHING, SMALLEST, bare
from tests.bench.bench import Bench
from tests.bench.report import Row, number
from tests.bench.single_requests import FEW, FRAGMENT, FRONT, PAGE, Asked, Sites
from tests.bench.site import Server
from tests.bench.wire import Connection

ROUNDS, BURST = 15, 16  # so often, so many requests in a row; of the smallest answer 1,200 in all, as of the bare one
LEAST = {"bare": NOTHING, "flask": SMALLEST}  # what is asked of the servers that do next to nothing
COUNTED = 20  # requests whose statements are counted
GROWTH = 1.2
MOST = {PAGE: 10, FRAGMENT: 1, FRONT: 20}  # times the smallest answer
STATEMENTS = {PAGE: 2, FRAGMENT: 0, FRONT: 4}


@dataclass(frozen=True)
class Burst:
    """What each of some requests in a row has cost: microseconds of CPU, and seconds of the reader's time."""

    web: float
    postgres: float
    time: float


Bursts = list[Burst]
Costs = dict[str, Bursts]  # of one errand, by the server: at each turn one burst of each


async def measure(bench: Bench) -> list[Row]:
    """Ask for pages, one at a time, of a site with few games and of one with many."""
    with bare() as least, single_requests.sites(bench.cluster, bench.scale) as sites:
        costs = await _ask(bench, least, sites)
        counts = {what: await _statements(bench, sites.small, asked) for what, asked in sites.asked.items()}
    each = [_rows(what, costs[what], counts[what], sites.many) for what in costs]
    return [*_least_rows(costs.values()), *itertools.chain.from_iterable(each)]


async def _ask(bench: Bench, least: Server, sites: Sites) -> Mapping[str, Costs]:
    """Return the costs by what was asked; in turns, and what is compared close together, since machines have moods."""
    costs: dict[str, Costs] = defaultdict(lambda: defaultdict(list))
    servers = {"bare": least, "flask": least, "small": sites.small, "large": sites.large}
    connections = {name: await Connection.open(server.port) for name, server in servers.items()}
    plain: Asked = {name: itertools.repeat(requests.page(path)) for name, path in LEAST.items()}
    for turn in range(-1, bench.times(ROUNDS)):
        for (what, asked), (name, server) in itertools.product(sites.asked.items(), servers.items()):
            burst = await _burst(bench, server, connections[name], plain.get(name, asked))
            if turn >= 0:  # the first turn warms up
                costs[what][name].append(burst)
    for connection in connections.values():
        connection.close()
    return costs


async def _burst(bench: Bench, server: Server, connection: Connection, asked: Iterator[bytes]) -> Burst:
    with bench.meter(server) as meter:
        times = [await _timed(connection, request) for request in itertools.islice(asked, bench.times(BURST))]
    return Burst(meter.web / len(times) * 1e6, meter.postgres / len(times) * 1e6, median(times))


async def _timed(connection: Connection, request: bytes) -> float:
    begun = time.perf_counter()
    answer = await connection.ask(request)
    assert answer.status in (200, 204, 303), answer
    return time.perf_counter() - begun


async def _statements(bench: Bench, server: Server, asked: Iterator[bytes]) -> tuple[float, float]:
    """Return the statements of one request, and those that only frame them."""
    connection, times = await Connection.open(server.port), bench.times(COUNTED)
    with statements.counted(bench.cluster) as counted:
        for _ in range(times):
            await _timed(connection, next(asked))
    connection.close()
    return counted["statements"] / times, counted["frame"] / times


def _least_rows(costs: Collection[Costs]) -> list[Row]:
    """Return the rows of the answers that others are measured by."""
    bare, flask = ([burst for each in costs for burst in each[name]] for name in LEAST)
    return [
        Row("The server's own smallest answer, a bare 204 in ASGI, CPU and time", _cpu_and_time(bare)),
        Row("Flask's smallest answer, CPU and time", _cpu_and_time(flask)),
    ]


def _rows(what: str, costs: Costs, counts: tuple[float, float], many: int) -> list[Row]:
    multiple, growth = _ratio(costs["small"], costs["flask"]), _ratio(costs["large"], costs["small"])
    postgres = number(median(burst.postgres for burst in costs["small"]))
    measured = f"{number(multiple)} × that (PostgreSQL {postgres} µs), {_milliseconds(costs['small'])}"
    counted, frame = counts
    said = f"{number(counted)} (and {number(frame)} around them)"
    return [
        Row(what, measured, *_limit(multiple, MOST.get(what), " ×")),
        Row("… statements", said, *_limit(counted, STATEMENTS.get(what))),
        Row(f"… {many:,} games for {FEW}", f"{number(growth)} ×", *_limit(growth, GROWTH, " ×")),
    ]


def _ratio(these: Bursts, those: Bursts) -> float:
    """Return the median of what these bursts cost, as multiples of those beside them."""
    return median(one.web / other.web for one, other in zip(these, those, strict=True))


def _limit(value: float, most: float | None, unit: str = "") -> tuple[str, bool | None]:
    return ("", None) if most is None else (f"≤ {number(most)}{unit}", value <= most)


def _cpu_and_time(bursts: Bursts) -> str:
    return f"{number(median(burst.web for burst in bursts))} µs, {_milliseconds(bursts)}"


def _milliseconds(bursts: Bursts) -> str:
    return f"{number(1000 * median(burst.time for burst in bursts))} ms"
