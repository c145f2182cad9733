"""An evening on the cluster: games at many tables while machines of the database die, freeze and are cut off."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from tests.cluster.account import Account
from tests.cluster.deployment import LISTENS, Deployment
from tests.cluster.faults import KINDS, happen
from tests.faults.evening import Evening, evenings
from tests.faults.ledger import check
from tests.faults.player import Game, Players
from tests.faults.run import look, sit
from tests.faults.wire import Wire

TABLES = 8  # at which is played at once
BATCH = 40  # games that are planned at once
QUIET = 4  # seconds between two things that happen
BEATING = """
    SELECT count(*) FROM procrastinate.procrastinate_workers WHERE last_heartbeat > now() - interval '30 seconds'"""


async def run(folder: Path, *, seed: int, rounds: int, kinds: Sequence[str]) -> Account:
    """Play while everything happens so many times; return the account."""
    account, begun, deployment = Account(seed, disk="tmpfs"), time.monotonic(), Deployment(folder)
    try:
        await deployment.start()
        players, played, over = Players(deployment, Wire(deployment.front.port)), list[Game](), asyncio.Event()
        waiting = _until(over, seed)
        tables = asyncio.gather(*(sit(waiting, players, played, account) for _ in range(TABLES)))
        await _go_wrong(deployment, account, rounds * list(kinds))
        over.set()
        await tables
        account.answers, account.wrong = players.answers, account.wrong + players.wrong
        await check(account, deployment, played)
        await look(players, played)
        await asyncio.to_thread(_look_at_webs, deployment, account)
        if (await deployment.sql(BEATING))[0][0] < len(deployment.workers):
            account.wrong.append("a worker does not work any more")
        account.watched = players.watched
        account.seconds = time.monotonic() - begun
    finally:
        await deployment.stop()
    return account


def _until(over: asyncio.Event, seed: int) -> Iterator[Evening]:
    """Evenings for as long as things happen."""
    for number in count():
        for evening in evenings(seed + number, BATCH):
            if over.is_set():
                return
            yield evening


async def _go_wrong(deployment: Deployment, account: Account, names: Sequence[str]) -> None:
    """Let one thing happen after the other, each to a cluster that is whole."""
    for name in names:
        await asyncio.sleep(QUIET)
        try:
            event = await happen(deployment, name)
        except TimeoutError:
            account.wrong.append(f"the cluster was not whole again after: {name}")
            return
        account.events.append(event)
        print(f"{event.changed - event.begun:5.1f} s until there was another: {name}", flush=True)  # noqa: T201
        account.faults[name] += 1
    await asyncio.sleep(QUIET)


def _look_at_webs(deployment: Deployment, account: Account) -> None:
    """Whether all webs listen, and how often they had to listen anew."""
    for web in deployment.webs:
        account.reconnected += web.err.read_text().count(LISTENS) - 1
        if web.get("/readyz")[0] != 200:
            account.wrong.append("a web does not hear of changes any more")


def names_of(given: str) -> list[str]:
    """The kinds whose names contain something."""
    return [name for name in KINDS if given in name]
