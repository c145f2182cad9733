"""What a player costs who waits: held, asking plainly, and answered with nothing by no application at all."""

import asyncio
from math import inf

from tests.bench import site
from tests.bench.baseline_server import bare
from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.meter import Meter
from tests.bench.report import Row, at_most, number

CYCLE = 52  # seconds: in this time each held poll ends once, and the next one begins
SITTING_DOWN, LOOK, LEAST = 4, 8, 3  # seconds
PATIENCE = 60  # seconds for a first answer
ENDURED = 0.2  # of the players is what the site stands when all ask plainly, on two cores
MOST, FIFTEENTH = 3.5, 15


class Idle:
    """A crowd that waits, and what each of it costs: `held`, in microseconds of the web processes' CPU a second."""

    def __init__(self, bench: Bench, crowd: Crowd) -> None:
        self.bench = bench
        self.crowd = crowd
        self.held = 0.0

    async def measure(self) -> list[Row]:
        """Look at the crowd as it waits."""
        self.crowd.answers.clear()
        with self.bench.meter() as meter:
            await asyncio.sleep(self.bench.seconds(CYCLE))
        player_seconds = len(self.crowd.players) * meter.seconds
        self.held = microseconds(meter.web, player_seconds)
        what = f"CPU of a player who waits, a second ({len(self.crowd.players):,} at {len(self.crowd.tables)} tables)"
        note = f" ({_told(meter, player_seconds)}; {self.crowd.answers.total():,} polls answered)"
        return [at_most(what, self.held, MOST, "µs", note)]

    async def compare(self) -> list[Row]:
        """Look at the same players who ask plainly, and who are answered by the least there can be."""
        with site.site(self.bench.url, HOLD_SECONDS="0", WEB_WORKERS="1") as plain_site:
            plain, told = await poll(self.bench, self.crowd, plain_site, ENDURED)
        with bare() as nothing:
            least, _ = await poll(self.bench, self.crowd, nothing)
        ratio = plain / self.held if self.held else inf  # in a short look nothing may be spent at all
        return [
            Row("… of one who asks plainly every 2 s", f"{number(plain)} µs ({told})"),
            Row("… as a multiple of one who waits", number(ratio), f"≥ {FIFTEENTH}", ratio >= FIFTEENTH),
            Row("… of one who is answered a bare 204 in ASGI every 2 s", f"{number(least)} µs"),
        ]


async def poll(bench: Bench, crowd: Crowd, server: site.Server, share: float = 1.0) -> tuple[float, str]:
    """Let this share of a crowd ask plainly; return each one's microseconds of CPU a second, and what to say of it."""
    await crowd.sit(server.port, bench.seconds(SITTING_DOWN), share)
    with bench.meter(server) as meter:
        await asyncio.sleep(max(LEAST, bench.seconds(LOOK)))
        async with asyncio.timeout(PATIENCE):
            while not crowd.answers:  # a busy machine may not have answered the few players of a short look
                await asyncio.sleep(0.1)
    player_seconds = crowd.answers.total() * crowd.players[0].rhythm
    await crowd.leave()
    return microseconds(meter.web, player_seconds), _told(meter, player_seconds)


def microseconds(seconds: float, player_seconds: float) -> float:
    """Return what a player costs a second."""
    return seconds / player_seconds * 1e6


def _told(meter: Meter, player_seconds: float) -> str:
    return f"PostgreSQL {number(microseconds(meter.postgres, player_seconds))} µs"
