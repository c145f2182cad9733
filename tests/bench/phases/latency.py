"""How long it takes until a move is seen by the others at the table."""

import asyncio
from math import inf
from statistics import mean

from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.playing import Match
from tests.bench.report import Row, at_most, number, percentile

RATE, SECONDS = 10, 12  # moves a second
GRACE = 3  # seconds for the last ones to hear
MEAN, P99 = 12, 45  # milliseconds


async def measure(bench: Bench, crowd: Crowd, match: Match) -> list[Row]:
    """Let moves be made at a leisurely rate while everybody waits."""
    played = await match.go_on(RATE, bench.seconds(SECONDS))
    await asyncio.sleep(bench.seconds(GRACE))
    delays = [1000 * delay for move in played for delay in move.delays()] or [inf]
    own = [1000 * move.took for move in played] or [inf]
    counted = f"{len(played)} moves, {match.refused} refused, {len(delays)} readers"
    note = f" (median {number(percentile(delays, 0.5))} ms; {counted})"
    return [
        at_most("From a move's POST until another player has the fragment: mean", mean(delays), MEAN, "ms", note),
        at_most("… p99", percentile(delays, 0.99), P99, "ms"),
        Row(
            "… until who moved has the answer",
            f"median {number(percentile(own, 0.5))} ms, p99 {number(percentile(own, 0.99))} ms",
        ),
    ]
