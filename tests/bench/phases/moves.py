"""What the players cost when games go on at all tables: full ones, and those of four and of two."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.baseline_server import bare
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.phases.idle import microseconds, poll
from tests.bench.playing import Match
from tests.bench.report import Row, at_most, number
from tests.bench.tables import Table

EVERY = 20  # seconds between two moves at a table
SITTING_DOWN = 5  # seconds
WARM_UP = 20  # seconds: a move at each table, after which both processes know everybody
MOST = 60  # microseconds
MOST_RENDERED = 6


@dataclass(frozen=True)
class Live:
    """What games cost that go on: microseconds of CPU for each player a second, seconds and renderings for a move."""

    web: float
    postgres: float
    each: float
    rendered: float
    moves: int
    fragments: int
    refused: int
    lost: int

    @property
    def cpu(self) -> float:
        """What a player costs a second, the database included."""
        return self.web + self.postgres


async def measure(bench: Bench) -> list[Row]:
    """Let everybody sit down at full tables, and look at one move at each; then the same at as many smaller ones."""
    full, *smaller = bench.busy
    crowd = Crowd(bench.busy[full])
    live, least = await _play(bench, crowd, bench.busy[full]), await _least(bench, crowd)
    what = f"CPU of a player a second, web and PostgreSQL, with a move a table every {EVERY} s"
    return [
        at_most(f"{what} ({len(crowd.players):,} at {len(crowd.tables)} tables)", live.cpu, MOST, "µs", _note(live)),
        Row("… as a multiple of one who is answered a bare 204 in ASGI every 2 s", f"{number(live.cpu / least)} ×"),
        _move(live),
        at_most("… tables rendered for a move, by all processes", live.rendered, MOST_RENDERED),
        *[row for seats in smaller for row in await _smaller(bench, seats)],
    ]


async def _smaller(bench: Bench, seats: int) -> list[Row]:
    live = await _play(bench, Crowd(bench.busy[seats]), bench.busy[seats])
    return [Row(f"… at as many tables of {seats}", f"{number(live.cpu)} µs{_note(live)}"), _move(live)]


async def _play(bench: Bench, crowd: Crowd, tables: Sequence[Table]) -> Live:
    await crowd.load(bench.server.port)
    await crowd.sit(bench.server.port, bench.seconds(SITTING_DOWN))
    match = Match(crowd, tables)
    rate, seconds = len(tables) / EVERY, bench.seconds(EVERY)
    await match.go_on(rate, bench.seconds(WARM_UP))
    crowd.answers.clear()
    rendered_before = bench.server.tables_rendered()
    with bench.meter() as meter:
        begun = asyncio.get_running_loop().time()
        played = await match.go_on(rate, seconds)
        await asyncio.sleep(begun + seconds - asyncio.get_running_loop().time())
    rendered = bench.server.tables_rendered() - rendered_before
    fragments, lost = crowd.answers[200] + len(played), crowd.lost
    await crowd.leave()
    player_seconds = len(crowd.players) * meter.seconds
    web, postgres = (microseconds(spent, player_seconds) for spent in (meter.web, meter.postgres))
    each = (meter.web + meter.postgres) / max(1, len(played))
    each_rendered = rendered / max(1, len(played))
    return Live(web, postgres, each, each_rendered, len(played), fragments, match.refused, lost)


async def _least(bench: Bench, crowd: Crowd) -> float:
    """Return what the same players cost a second who are answered by the least there can be, in the same minutes."""
    with bare() as nothing:
        least, _ = await poll(bench, crowd, nothing)
    return least


def _note(live: Live) -> str:
    spent = f"web {number(live.web)}, PostgreSQL {number(live.postgres)}"
    return f" ({spent}; {live.moves} moves, {live.fragments:,} fragments)"


def _move(live: Live) -> Row:
    lost = f"({live.refused} refused, {live.lost} polls lost)"
    return Row("… which is, a move with its fragments", f"{number(1000 * live.each)} ms {lost}")
