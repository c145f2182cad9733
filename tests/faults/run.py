"""One run: games played at many tables at once while one thing after another goes wrong, and the account of it."""

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from app import rules
from tests.faults.evening import Evening, evenings
from tests.faults.evening import play as play_evening
from tests.faults.faults import KINDS, NotNow, order
from tests.faults.ledger import Ledger, check
from tests.faults.player import Game, Players
from tests.faults.stage import Stage
from tests.faults.wire import Wire

TABLES = 32  # at which is played at once
PAUSE = 0.3  # seconds between two faults at least
NEVER_SAID = ("The request failed", "Error in ASGI")  # what the site writes where it answers 500
MANY = 60  # games, among which each kind is
QUIET = 2.0  # seconds after which the next fault comes, however few games have ended


async def run(folder: Path, *, seed: int, games: int, faults: int, mount: bool = True) -> Ledger:
    """Play that many games through that many faults; return the account."""
    ledger, begun, stage = Ledger(seed), time.monotonic(), Stage(folder, mount)
    ledger.disk = stage.disk.kind
    try:
        await stage.start()
        players, played = Players(stage, Wire(stage.front.port)), list[Game]()
        trouble = asyncio.create_task(_go_wrong(stage, ledger, faults, games, played))
        waiting = iter(evenings(seed, games))
        await asyncio.gather(*(sit(waiting, players, played, ledger) for _ in range(TABLES)))
        await trouble
        ledger.answers, ledger.wrong = players.answers, ledger.wrong + players.wrong
        await check(ledger, stage, played)
        await look(players, played)
        if not await _lives(stage):
            ledger.wrong.append("the background worker has not come back")
        said = re.split(r"(?m)^(?=\[)", stage.site.err.read_text())  # an entry of the log begins with its time
        ledger.wrong += [entry for entry in said if any(words in entry for words in NEVER_SAID)]
        ledger.wrong += _missing(ledger, games, faults)
        ledger.seconds = time.monotonic() - begun
    finally:
        await stage.stop()
    return ledger


async def sit(waiting: Iterator[Evening], players: Players, played: list[Game], ledger: Ledger) -> None:
    """Play one evening after another at one table."""
    for evening in waiting:
        try:
            await play_evening(evening, players, played)
        except Exception as error:  # such as a row that was there before: it is told, and the others play on
            ledger.wrong.append(f"an evening broke off: {error!r}")


async def _go_wrong(stage: Stage, ledger: Ledger, faults: int, games: int, played: Sequence[Game]) -> None:
    """Let things go wrong, spread over all the games; what was put off has its turn before the last fault."""
    dice, put_off = Random(f"{ledger.seed}/faults"), list[str]()
    names = order(dice)
    while (done := ledger.faults.total()) < faults:
        again = put_off and (len(put_off) >= faults - done or dice.random() < 0.5)
        name = put_off.pop(0) if again else next(names)
        try:
            await KINDS[name][0](stage, dice)
        except NotNow:
            put_off.append(name)
        else:
            ledger.faults[name] += 1
        since = time.monotonic()
        await asyncio.sleep(PAUSE)
        while len(played) / games < done / faults and time.monotonic() - since < QUIET:
            await asyncio.sleep(0.05)


def _missing(ledger: Ledger, games: int, faults: int) -> Iterator[str]:
    """What was to happen and has not; of many games and faults, each kind."""
    if (ledger.games.total(), ledger.faults.total()) != (games, faults):
        yield f"there were to be {games} games and {faults} faults"
    if games >= MANY and ledger.games.keys() != rules.VARIANTS.keys():
        yield "not every kind of game was played"
    if faults >= len(KINDS) and ledger.faults.keys() != KINDS.keys():
        yield "not every kind of fault has happened"


async def _lives(stage: Stage) -> bool:
    """Whether there is a background worker: after several deaths the next one may take its time."""
    for _ in range(40):
        if await asyncio.to_thread(stage.site.worker):
            return True
        await asyncio.sleep(1)
    return False


async def look(players: Players, played: Sequence[Game]) -> None:
    """Look at the page of some games at last: it shows their end."""
    for game in played[::5]:
        person = next(iter(game.people.values()))
        answer = await players.wire.get(person, game.path)
        reason = game.table.outcome and game.table.outcome.reason
        if answer.status != 200 or f'data-reason="{reason}"' not in answer.text:
            players.wrong.append(f"{game.path} does not show its end, {reason}: {answer.status}")
