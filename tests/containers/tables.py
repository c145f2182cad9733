"""A table for each kind of game, at which one whole game follows another until they are told to end."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from time import monotonic

from app import rules
from tests.faults.evening import Evening, play
from tests.faults.model import Plan
from tests.faults.player import Game, Players
from tests.faults.stage import Reach
from tests.faults.wire import Wire

PATIENCE = 120  # seconds for a table to go on


class Guests(Players):
    """Players who stop between two moves when they are asked to; `longest` is the longest time a table stood still."""

    def __init__(self, stage: Reach, wire: Wire) -> None:
        super().__init__(stage, wire)
        self.longest = 0.0
        self._moved = dict.fromkeys(rules.VARIANTS, monotonic())
        self._clear = asyncio.Event()
        self._clear.set()
        self._waiting = 0

    async def move(self, game: Game, dice: Random) -> None:
        """Play one move, as soon as moves may be played."""
        self._waiting += 1
        await self._clear.wait()
        self._waiting -= 1
        await super().move(game, dice)
        variant, now = game.plan.variant, monotonic()
        self.longest = max(self.longest, now - self._moved[variant])
        self._moved[variant] = now

    @asynccontextmanager
    async def pause(self) -> AsyncIterator[None]:
        """Let nobody move while the block runs, which begins when all tables wait."""
        self._clear.clear()
        async with asyncio.timeout(PATIENCE):
            while self._waiting < len(rules.VARIANTS):
                await asyncio.sleep(0.05)
        yield
        self._clear.set()


class Tables:
    """All of them; `games` are those that have begun."""

    def __init__(self, players: Guests, seed: int) -> None:
        self.players, self.seed = players, seed
        self.games: list[Game] = []
        self.ending = False

    async def sit(self, variant: str) -> None:
        """Play at one table, the first game and each that follows to its end; every other one begins in a lobby."""
        for number in count():
            key = f"{self.seed}/{variant}/{number}"
            plan = Plan(key, rules.deal(variant, Random(key)), None)
            await play(Evening([plan], lobby=bool(number % 2)), self.players, self.games)
            if self.ending:
                return

    async def go_on(self, moves: int = 3) -> None:
        """Wait until each table has played so many moves more."""
        wanted = {variant: self._moves()[variant] + moves for variant in rules.VARIANTS}
        async with asyncio.timeout(PATIENCE):
            while any(self._moves()[variant] < number for variant, number in wanted.items()):
                await asyncio.sleep(0.05)

    def _moves(self) -> Counter[str]:
        """How many moves were played, by the kind of game."""
        played: Counter[str] = Counter()
        for game in self.games:
            played[game.plan.variant] += len(game.moves)
        return played
