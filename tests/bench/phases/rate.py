"""How many moves a second the site takes, and how many statements one needs."""

from dataclasses import dataclass

from tests.bench import statements
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.playing import Match
from tests.bench.report import Row, at_most, number, percentile
from tests.bench.wire import Connection

FIRST, STEEPER, SECONDS = 10, 1.4, 3  # moves a second at the first step, and each further one's multiple
STEPS = 12
PATIENCE = 250  # milliseconds
LEAST, STATEMENTS = 120, 6
COUNTED = 20  # moves whose statements are counted


@dataclass(frozen=True)
class Step:
    """So many moves a second, and the 99th percentile of their time in milliseconds."""

    rate: float
    p99: float

    def __str__(self) -> str:
        return f"{number(self.rate)}/s (p99 {number(self.p99)} ms)"


async def measure(bench: Bench, crowd: Crowd, match: Match) -> list[Row]:
    """Let ever more moves be made while everybody waits, until they take too long."""
    steps: list[Step] = []
    while len(steps) < STEPS and match.free and (not steps or steps[-1].p99 <= PATIENCE):
        rate = FIRST * STEEPER ** len(steps)
        played = await match.go_on(rate, bench.seconds(SECONDS))
        steps.append(Step(rate, percentile([1000 * move.took for move in played] or [float("inf")], 0.99)))
    good = [step for step in steps if step.p99 <= PATIENCE]
    measured = f"{good[-1] if good else 'none'}; too many: {steps[-1]}" if steps[-1] not in good else str(good[-1])
    what = f"Moves a second until their p99 passes {PATIENCE} ms, with everybody waiting"
    return [Row(what, measured, f"≥ {LEAST}/s", bool(good) and good[-1].rate >= LEAST)]


async def count(bench: Bench, match: Match) -> list[Row]:
    """Count the statements of moves at tables where nobody waits; of none, where no game can go on."""
    if not match.free:
        return []
    connection, times = await Connection.open(bench.server.port), min(bench.times(COUNTED), len(match.free))
    with statements.counted(bench.cluster) as counted:
        for _ in range(times):
            code = match.free.pop(0)
            answer = await connection.ask(match.next_move(code)[1])
            assert answer.status == 200, answer
            match.moved(code)
    connection.close()
    each, frame = counted["statements"] / times, counted["frame"] / times
    note = f" (and {number(frame)} around them)"
    return [at_most("… statements of one, its own fragment included", each, STATEMENTS, note=note)]
