"""The phases in their order: first those for which everybody waits at a table, then those of single requests."""

import sys
import time
from collections.abc import Awaitable, Callable, Collection
from typing import ParamSpec

from tests.bench.bench import Bench
from tests.bench.crowd import Crowd
from tests.bench.phases import advice, api, browser, hostile, idle, latency, memory, moves, pages, rate, sizes, slow
from tests.bench.playing import Match
from tests.bench.report import Row

P = ParamSpec("P")

WAITING = ("memory", "idle", "latency", "slow", "hostile", "rate")
PHASES = ("idle", "moves", "latency", "rate", "pages", "bytes", "browser", "memory", "slow", "hostile", "api", "advice")


class Run:
    """Some phases of the bench, and the rows found so far."""

    def __init__(self, bench: Bench, only: Collection[str]) -> None:
        self.bench = bench
        self.only = only
        self.found: dict[str, list[Row]] = {}

    async def all(self) -> list[Row]:
        """Measure, and return the rows in the table's order."""
        await self._look("bytes", sizes.measure, self.bench)
        if set(self.only) & set(WAITING):
            await self._waiting()
        await self._look("moves", moves.measure, self.bench)
        await self._look("pages", pages.measure, self.bench)
        await self._look("browser", browser.measure, self.bench)
        await self._look("api", api.measure, self.bench)
        await self._look("advice", advice.measure, self.bench)
        return [row for phase in PHASES for row in self.found.get(phase, [])]

    async def _waiting(self) -> None:
        """Measure what needs the crowd to wait, and once it has left, what that is to be compared with."""
        bench, crowd = self.bench, Crowd(self.bench.tables)
        waiting, match = idle.Idle(bench, crowd), Match(crowd, bench.tables)
        self.only = {*self.only, "memory"}  # with which they sit down
        await self._look("memory", memory.measure, bench, crowd)
        await self._look("idle", waiting.measure)
        await self._look("latency", latency.measure, bench, crowd, match)
        await self._look("slow", slow.measure, bench, crowd)
        await self._look("hostile", hostile.measure, bench, crowd)
        await self._look("rate", rate.measure, bench, crowd, match)
        await crowd.leave()
        await self._look("rate", rate.count, bench, match)
        await self._look("idle", waiting.compare)

    async def _look(
        self, phase: str, measure: Callable[P, Awaitable[list[Row]]], *given: P.args, **no: P.kwargs
    ) -> None:
        """Add the rows of a phase, if it is wanted, and say on standard error what was found."""
        if phase in self.only:
            begun = time.perf_counter()
            rows = await measure(*given, **no)
            print(f"{phase}, {time.perf_counter() - begun:.0f} s:", *rows, sep="\n", file=sys.stderr, flush=True)
            self.found[phase] = self.found.get(phase, []) + rows
