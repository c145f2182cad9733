"""Turns for a limited number of threads: signed-in users go first, and strangers never hold all of them."""

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """So many turns at once, `strangers` of them for anybody and the rest for users alone."""

    def __init__(self, most: int, strangers: int) -> None:
        self._free = most
        self._reserved = max(0, most - strangers)
        self._users: deque[asyncio.Future[None]] = deque()
        self._strangers: deque[asyncio.Future[None]] = deque()

    async def take(self, is_user: Callable[[], bool]) -> None:
        """Wait for a turn; `is_user` is asked only where it matters. Whoever gives up waiting is cancelled."""
        if self._free > self._reserved:
            self._free -= 1
            return
        user = is_user()
        if user and self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        (self._users if user else self._strangers).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back()
            raise

    def give_back(self) -> None:
        """End a turn, and let the next begin."""
        self._free += 1
        while (waiting := self._next()) is not None:
            if not waiting.done():
                waiting.set_result(None)
                self._free -= 1

    def _next(self) -> "asyncio.Future[None] | None":
        """Return who may begin now, users first."""
        if self._users and self._free:
            return self._users.popleft()
        if self._strangers and self._free > self._reserved:
            return self._strangers.popleft()
        return None
