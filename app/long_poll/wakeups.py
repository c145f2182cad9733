"""Wake many polls in small batches, so that a move watched by thousands does not delay other requests."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

BATCH_SIZE: Final = 10  # callbacks per batch
BATCH_PAUSE: Final = 0.02  # seconds between two batches


class WakeupQueue:
    """A queue of callbacks, called `BATCH_SIZE` at a time while `run` runs."""

    def __init__(self) -> None:
        self._calls: deque[Callable[[], None]] = deque()
        self._added = asyncio.Event()

    def add(self, call: Callable[[], None]) -> None:
        """Call this in the next batch that has room."""
        self._calls.append(call)
        self._added.set()

    async def run(self) -> None:
        """Call the callbacks, forever."""
        while True:
            await self._added.wait()
            while self._calls:
                for _ in range(min(BATCH_SIZE, len(self._calls))):
                    self._calls.popleft()()
                await asyncio.sleep(BATCH_PAUSE)
            self._added.clear()
