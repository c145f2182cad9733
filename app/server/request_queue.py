"""A queue for a limited number of threads, in which signed-in users go first and visitors never occupy all threads."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

MAX_WAITING: Final = 100  # anonymous requests that may wait


class QueueFull(Exception):
    """Raised when too many anonymous requests are waiting already."""


class RequestQueue:
    """A semaphore with `most` slots, of which anonymous requests may hold at most `strangers` at a time."""

    def __init__(self, most: int, strangers: int) -> None:
        self._free = most
        self._reserved = max(0, most - strangers)
        self._users: deque[asyncio.Future[None]] = deque()
        self._anonymous: deque[asyncio.Future[None]] = deque()

    async def acquire(self, is_user: Callable[[], bool]) -> None:
        """Wait for a slot and take it. Raises QueueFull if the request is anonymous and too many such wait.

        `is_user` says whether it is a signed-in user's; it is called only when slots are short.
        """
        if self._free > self._reserved:
            self._free -= 1
            return
        user = is_user()
        if user and self._free:
            self._free -= 1
            return
        queue = self._users if user else self._anonymous
        if not user and len(queue) >= MAX_WAITING:
            raise QueueFull
        turn = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            elif turn in queue:
                queue.remove(turn)
            raise

    def release(self) -> None:
        """Give a slot back, and wake the next waiting request that may take it."""
        self._free += 1
        while (waiting := self._next()) is not None:
            if not waiting.done():  # a cancelled waiter may still be in the queue
                waiting.set_result(None)
                self._free -= 1

    def _next(self) -> "asyncio.Future[None] | None":
        """Return the next waiter that may start, users first."""
        if self._users and self._free:
            return self._users.popleft()
        if self._anonymous and self._free > self._reserved:
            return self._anonymous.popleft()
        return None
