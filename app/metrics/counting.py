"""Numbers that several processes count and each of them can tell: one row a process, in memory shared by all.

The memory is made when this module is read, before gunicorn forks; each child then takes a row (take_row), and goes on
from where the child before it in that row stopped. A process that stands alone counts in the first row.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from mmap import mmap
from threading import Lock

from flask import Flask
from sqlalchemy import event
from sqlalchemy.pool import Pool

ROWS, PLACES, BYTES = 65, 8192, 8  # as many rows as WEB_WORKERS may say, and one; places in a row; bytes of a number
METHODS = ("GET", "POST", "other")
CLASSES = 6  # of statuses: by their first digit
LIMITS = (5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000)  # microseconds
ANSWERS, REFUSED, SPENT, TIMES = 0, 18, 19, 20  # where in an endpoint's numbers: by method and class, 429s, µs, buckets
WIDTH = TIMES + len(LIMITS) + 1  # numbers of an endpoint

_memory = memoryview(mmap(-1, ROWS * PLACES * BYTES)).cast("q")
_lock = Lock()
_first = 0  # place of this process's row
_endpoints: dict[str, int] = {}  # where the numbers of each lie in a row


class Number:
    """A number of the process: a state, which is of interest while it lives, or a count."""

    made = 0

    def __init__(self) -> None:
        self.place = Number.made
        Number.made += 1

    def set(self, value: int) -> None:
        """Let it be this."""
        _memory[_first + self.place] = value

    def add(self, change: int) -> None:
        """Let it be so much more, from any thread."""
        with _lock:
            _memory[_first + self.place] += change

    def of(self, row: int) -> int:
        """Return what it is in a row."""
        return _memory[row * PLACES + self.place]


PID, HELD, LISTENING, POOLED = Number(), Number(), Number(), Number()
QUIET = Number()  # polls that were answered in front of the site, with nothing new
SHARED = Number()  # polls of strangers that were sent what was rendered for another
WORKER = Number()  # the process of the background worker, in the first row: the site's master says it
STATES = (PID, HELD, LISTENING, POOLED)


def init_app(app: Flask) -> None:
    """Give each endpoint of the app its numbers; requests for none are counted under an empty name."""
    if not PID.of(0):
        take_row(0)
    for number, endpoint in enumerate(["", *sorted(app.view_functions)]):
        _endpoints[endpoint] = Number.made + number * WIDTH
    if max(_endpoints.values()) + WIDTH > PLACES:
        raise OverflowError("There are more endpoints than counting.PLACES has room for.")


def take_row(row: int) -> None:
    """Count in this row from now on, with nothing of the states of who was there before."""
    global _first  # noqa: PLW0603  # a process has one row
    _first = min(row, ROWS - 1) * PLACES
    for state in STATES:
        state.set(0)
    PID.set(os.getpid())


def count(endpoint: str, method: str, status: int, seconds: float) -> None:
    """Count a request that was answered."""
    first = _first + _endpoints.get(endpoint, _endpoints.get("", 0))
    answer = (0 if method == "GET" else 1 if method == "POST" else 2) * CLASSES + min(status // 100, CLASSES - 1)
    spent = int(seconds * 1_000_000)
    with _lock:
        _memory[first + answer] += 1
        _memory[first + SPENT] += spent
        _memory[first + TIMES + bisect_left(LIMITS, spent)] += 1
        if status == 429:
            _memory[first + REFUSED] += 1


def endpoints() -> Iterator[tuple[str, list[int]]]:
    """Give each endpoint that was asked for, with its numbers summed up over all rows."""
    firsts = [row * PLACES for row in range(ROWS) if PID.of(row)]
    for endpoint, place in _endpoints.items():
        rows = (_memory[first + place : first + place + WIDTH] for first in firsts)
        numbers = [sum(column) for column in zip(*rows, strict=True)]
        if any(numbers):
            yield endpoint, numbers


def total(number: Number) -> int:
    """Return the sum over all processes there ever were."""
    return sum(number.of(row) for row in range(ROWS))


def alive() -> list[int]:
    """Return the rows of the processes that live."""
    return [row for row in range(ROWS) if _lives(PID.of(row))]


def _lives(pid: int) -> bool:
    if not pid:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@event.listens_for(Pool, "checkout")
def _lend(*_: object) -> None:
    POOLED.add(1)


@event.listens_for(Pool, "checkin")
def _take_back(*_: object) -> None:
    POOLED.add(-1)
