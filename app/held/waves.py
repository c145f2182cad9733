"""Waking a crowd a few at a time, so that a move watched by thousands does not delay everybody else."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

SIZE: Final = 10  # woken at once
PAUSE: Final = 0.02  # seconds between two waves


class Waves:
    """A queue of calls, made `SIZE` at a time for as long as `run` runs."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], None]] = deque()
        self._added = asyncio.Event()

    def add(self, call: Callable[[], None]) -> None:
        """Make this call with the next wave that has room for it."""
        self._calls.append(call)
        self._added.set()

    async def run(self) -> None:
        """Make the calls, for ever."""
        while True:
            await self._added.wait()
            while self._calls:
                for _ in range(min(SIZE, len(self._calls))):
                    self._calls.popleft()()
                await asyncio.sleep(PAUSE)
            self._added.clear()
