"""What the players cost when games go on at all tables."""

import asyncio

from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.playing import Match
from tests.bench.report import Row, at_most, number

EVERY = 20  # seconds between two moves at a table
SITTING_DOWN = 5  # seconds
WARM_UP = 20  # seconds: a move at each table, after which both processes know everybody
MOST = 14


async def measure(bench: Bench) -> list[Row]:
    """Let everybody sit down at full tables, and look at one move at each."""
    crowd = Crowd(bench.busy)
    await crowd.load(bench.server.port)
    await crowd.sit(bench.server.port, bench.seconds(SITTING_DOWN))
    match = Match(crowd, bench.busy)
    rate, seconds = len(bench.busy) / EVERY, bench.seconds(EVERY)
    await match.go_on(rate, bench.seconds(WARM_UP))
    crowd.answers.clear()
    with bench.meter() as meter:
        begun = asyncio.get_running_loop().time()
        played = await match.go_on(rate, seconds)
        await asyncio.sleep(begun + seconds - asyncio.get_running_loop().time())
    fragments, lost = crowd.answers[200] + len(played), crowd.lost
    await crowd.leave()
    player_seconds = len(crowd.players) * meter.seconds
    web, postgres = meter.web / player_seconds * 1e6, meter.postgres / player_seconds * 1e6
    what = f"CPU of a player a second, web and PostgreSQL, with a move a table every {EVERY} s"
    note = f" (web {number(web)}, PostgreSQL {number(postgres)}; {len(played)} moves, {fragments:,} fragments)"
    each = (meter.web + meter.postgres) / max(1, len(played)) * 1e3
    return [
        at_most(f"{what} ({len(crowd.players):,} at {len(crowd.tables)} tables)", web + postgres, MOST, "µs", note),
        Row("… which is, a move with its fragments", f"{number(each)} ms ({match.refused} refused, {lost} polls lost)"),
    ]
