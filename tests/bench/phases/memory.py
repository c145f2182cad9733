"""How much memory a held poll takes, and a process that answers."""

from tests.bench import machine
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.report import Row, at_most, number

SITTING_DOWN = 8  # seconds
MOST = 25  # kB


async def measure(bench: Bench, crowd: Crowd) -> list[Row]:
    """Let everybody load the page, then sit down and wait, and look at the memory before and after that."""
    await crowd.load(bench.server.port)
    before = machine.memory(bench.server.workers)
    await crowd.sit(bench.server.port, bench.seconds(SITTING_DOWN))
    after = machine.memory(bench.server.workers)
    worker = after / len(bench.server.workers) / 1e6
    return [
        at_most(
            "Memory of a player who waits (PSS, with the connection)",
            (after - before) / len(crowd.players) / 1e3,
            MOST,
            "kB",
        ),
        Row("Memory of a process that answers, with all of them waiting", f"{number(worker)} MB"),
    ]
