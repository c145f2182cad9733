"""One timer for all waiting polls: each second it ends those whose time is over."""

import asyncio
import random
from collections.abc import Iterable

from app.long_poll.subscriptions import WaitingPoll

JITTER = 0.1  # fraction of the time: polls that started together should not return together


class TimerWheel:
    """A timer wheel with slots of one second; `seconds` is how long a poll waits at most."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._slots: list[set[WaitingPoll]] = [set() for _ in range(seconds + 1)]
        self._now = 0

    def add(self, hold: WaitingPoll) -> set[WaitingPoll]:
        """Schedule the end of a wait; return its slot, from which the poll is discarded when it ends earlier."""
        wait = self.seconds - int(random.random() * JITTER * self.seconds)  # noqa: S311 - no secret
        slot = self._slots[(self._now + max(1, wait)) % len(self._slots)]
        slot.add(hold)
        return slot

    async def run(self) -> None:
        """Advance every second, forever."""
        while True:
            await asyncio.sleep(1)
            self.step()

    def step(self) -> None:
        """Advance by one second."""
        self._now = (self._now + 1) % len(self._slots)
        _end(self._slots[self._now])


def _end(holds: Iterable[WaitingPoll]) -> None:
    for hold in list(holds):
        hold.wake(changed=False)
