"""What goes wrong, by name; each takes the stage as it is and leaves it to recover by itself."""

import asyncio
import os
import resource
import signal
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from random import Random

import psycopg

from tests.faults.clock import COMPILER
from tests.faults.proxy import Proxy
from tests.faults.stage import OURS, Stage


class NotNow(Exception):
    """There is nothing there that this could be done to; try later."""


Fault = Callable[[Stage, Random], Awaitable[None]]


async def kill_web_worker(stage: Stage, dice: Random) -> None:
    """Kill one of those that answer, in the middle of it."""
    _kill_one(await asyncio.to_thread(stage.web_workers), dice)


async def kill_background_worker(stage: Stage, dice: Random) -> None:
    """Kill the worker."""
    pid = await asyncio.to_thread(stage.site.worker)
    _kill_one([pid] if pid else [], dice)


async def freeze_web_worker(stage: Stage, dice: Random) -> None:
    """Stop one of those that answer, as a machine does that is suspended or swaps, and let it go on."""
    workers = await asyncio.to_thread(stage.web_workers)
    await _freeze(dice.sample(workers, min(1, len(workers))), dice)


async def freeze_database(stage: Stage, dice: Random) -> None:
    """Stop all processes of the database at once, and let them go on."""
    await _freeze(await asyncio.to_thread(stage.database_pids), dice)


async def use_up_descriptors(stage: Stage, dice: Random) -> None:
    """Let one of those that answer open nothing more for a while: no connection, no file."""
    workers = await asyncio.to_thread(stage.web_workers)
    if not workers:
        raise NotNow
    pid = dice.choice(workers)
    with suppress(ProcessLookupError, FileNotFoundError):
        limits = resource.prlimit(pid, resource.RLIMIT_NOFILE)
        try:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (len(os.listdir(f"/proc/{pid}/fd")), limits[1]))
            await asyncio.sleep(dice.uniform(0.5, 2))
        finally:
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)


async def put_clock(stage: Stage, dice: Random) -> None:
    """Put the clock of site and database an hour forward or back, or a minute, and right again."""
    stage.clock.put(dice.choice((-3600, -60, 60, 3600)))
    try:
        await asyncio.sleep(dice.uniform(0.5, 4))
    finally:
        stage.clock.put(0)


async def end_backends(stage: Stage, dice: Random) -> None:
    """Let the database part from some of its connections."""
    for pid in _some(await stage.backends(), dice):
        await stage.sql("SELECT pg_terminate_backend(%s)", pid)


async def cancel_statements(stage: Stage, dice: Random) -> None:
    """Cancel whatever runs, a few times."""
    for _ in range(10):
        cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE state = 'active' AND application_name <> %s"
        await stage.sql(cancel, OURS)
        await asyncio.sleep(0.02)


async def kill_backend(stage: Stage, dice: Random) -> None:
    """Kill one of the database's processes: it then ends all others and recovers."""
    _kill_one(await stage.backends(), dice)


async def kill_postmaster(stage: Stage, dice: Random) -> None:
    """Kill the database's first process; who looks after it starts it again."""
    _kill_one((await asyncio.to_thread(stage.database_pids))[:1], dice)


async def fill_disk(stage: Stage, dice: Random) -> None:
    """Leave the database no room, which it has to feel, then give it back."""
    await asyncio.to_thread(stage.disk.fill)
    try:
        if not await asyncio.to_thread(_is_full, stage):
            raise NotNow
        await asyncio.sleep(dice.uniform(0.5, 1.5))
    finally:
        await asyncio.to_thread(stage.disk.free)


async def hold_tables(stage: Stage, dice: Random) -> None:
    """Hold all games, longer than `lock_timeout` lets anybody wait."""
    await stage.in_spite(_hold, stage)


async def cut_players(stage: Stage, dice: Random) -> None:
    """Cut all connections between players and site."""
    stage.front.cut()


async def lose_answers(stage: Stage, dice: Random) -> None:
    """Let requests arrive, and no answers come back."""
    with _dooming(stage.front, lambda data: True):
        await asyncio.sleep(dice.uniform(0.1, 0.4))


async def delay_players(stage: Stage, dice: Random) -> None:
    """Make the way between players and site slow."""
    await _delay(stage.front, dice)


async def cut_database(stage: Stage, dice: Random) -> None:
    """Cut all connections between site and database."""
    stage.back.cut()


async def lose_commits(stage: Stage, dice: Random) -> None:
    """Let commits arrive, and cut the connection before the database can say that they are done."""
    with _dooming(stage.back, lambda data: b"COMMIT" in data):
        await asyncio.sleep(dice.uniform(0.1, 0.4))


async def delay_database(stage: Stage, dice: Random) -> None:
    """Make the way between site and database slow."""
    await _delay(stage.back, dice)


async def silence_database(stage: Stage, dice: Random) -> None:
    """Let nothing pass between site and database for a while, without a word."""
    stage.back.clear.clear()
    await asyncio.sleep(dice.uniform(0.5, 4))
    stage.back.clear.set()


KINDS: Mapping[str, tuple[Fault, int]] = {
    "web worker killed": (kill_web_worker, 10),
    "background worker killed": (kill_background_worker, 4),
    "web worker frozen": (freeze_web_worker, 4),
    "database frozen": (freeze_database, 2),
    "descriptors used up": (use_up_descriptors, 4),
    **({"clock put wrong": (put_clock, 4)} if COMPILER else {}),
    "backends ended": (end_backends, 10),
    "statements cancelled": (cancel_statements, 8),
    "backend killed": (kill_backend, 6),
    "postmaster killed": (kill_postmaster, 4),
    "disk full": (fill_disk, 4),
    "tables held": (hold_tables, 2),
    "players cut off": (cut_players, 8),
    "answers lost": (lose_answers, 10),
    "players delayed": (delay_players, 6),
    "database cut off": (cut_database, 8),
    "commits cut off": (lose_commits, 10),
    "database delayed": (delay_database, 4),
    "database silent": (silence_database, 2),
}
"""Each fault by its name in the ledger, and how many of them there are in a round of 110."""


def order(dice: Random) -> Iterator[str]:
    """Return the names of the faults in the order of a seed, round after round; each begins with one of every kind."""
    while True:
        rest = [name for name, (_, count) in KINDS.items() for _ in range(count - 1)]
        yield from dice.sample(list(KINDS), len(KINDS))
        yield from dice.sample(rest, len(rest))


def _kill_one(pids: Sequence[int], dice: Random) -> None:
    if not pids:
        raise NotNow
    try:
        os.kill(dice.choice(pids), signal.SIGKILL)
    except ProcessLookupError:
        raise NotNow from None


async def _freeze(pids: Sequence[int], dice: Random) -> None:
    """Send SIGSTOP, and SIGCONT seconds later; some may have ended meanwhile."""
    if not pids:
        raise NotNow
    try:
        _signal_all(pids, signal.SIGSTOP)
        await asyncio.sleep(dice.uniform(0.5, 4))
    finally:
        _signal_all(pids, signal.SIGCONT)


def _signal_all(pids: Sequence[int], number: int) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def _some(pids: list[int], dice: Random) -> list[int]:
    return dice.sample(pids, (len(pids) + 1) // 2)


def _is_full(stage: Stage) -> bool:
    """Whether the database says that it has no room, or nothing at all."""
    try:
        with psycopg.connect(stage.url, application_name=OURS, connect_timeout=2) as connection:
            connection.execute("CREATE TABLE ballast AS SELECT repeat('x', 100) FROM generate_series(1, 20000)")
            connection.rollback()
    except psycopg.OperationalError:
        return True
    return False


def _hold(stage: Stage) -> None:
    with psycopg.connect(stage.url, application_name=OURS, connect_timeout=5) as connection:
        connection.execute("SET LOCAL statement_timeout = '20s'")
        connection.execute("LOCK TABLE games IN SHARE MODE")
        connection.execute("SELECT pg_sleep(3.5)")


@contextmanager
def _dooming(proxy: Proxy, dooms: Callable[[bytes], bool]) -> Iterator[None]:
    proxy.dooms = dooms
    try:
        yield
    finally:
        proxy.dooms = lambda data: False


async def _delay(proxy: Proxy, dice: Random) -> None:
    proxy.delay = dice.uniform(0.02, 0.15)
    await asyncio.sleep(dice.uniform(0.3, 0.8))
    proxy.delay = 0.0
