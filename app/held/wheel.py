"""One timer for all that wait: each second it ends those whose time is over."""

import asyncio
import random
from collections.abc import Iterable

from app.held.beats import Hold

SPREAD = 0.1  # of the time: those who began together are not to come back together


class Wheel:
    """Slots of a second each, which come round; `seconds` is how long a hold lasts at most."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._slots: list[set[Hold]] = [set() for _ in range(seconds + 1)]
        self._now = 0

    def add(self, hold: Hold) -> set[Hold]:
        """Let a hold end in time; returns the slot, to be given to `remove`."""
        wait = self.seconds - int(random.random() * SPREAD * self.seconds)  # noqa: S311 - no secret
        slot = self._slots[(self._now + max(1, wait)) % len(self._slots)]
        slot.add(hold)
        return slot

    async def turn(self) -> None:
        """End what is over, every second, for ever."""
        while True:
            await asyncio.sleep(1)
            self.step()

    def step(self) -> None:
        """Move on by a second."""
        self._now = (self._now + 1) % len(self._slots)
        _end(self._slots[self._now])


def _end(holds: Iterable[Hold]) -> None:
    for hold in list(holds):
        hold.wake(changed=False)
