"""Several things at the same moment."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

PATIENCE = 60  # seconds until all have begun, and then until all are done
Answer = TypeVar("Answer")


def at_once(actions: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Do all this at the same moment, each in a thread, and return the answers in the same order."""
    gate = Barrier(len(actions))

    def run(action: Callable[[], Answer]) -> Answer:
        gate.wait(timeout=PATIENCE)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions, timeout=PATIENCE))
