"""Counters in memory that all processes share: each process writes its own row, and any of them can sum up all rows.

The memory is allocated when this module is imported, before gunicorn forks; each child then selects a row (take_row)
and continues the counts of the previous child in that row. A process without children uses the first row.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from mmap import mmap
from threading import Lock

from flask import Flask
from sqlalchemy import event
from sqlalchemy.pool import Pool

ROWS, PLACES, BYTES = 65, 8192, 8  # rows: the largest WEB_WORKERS + 1; numbers per row; bytes each
METHODS = ("GET", "POST", "other")
CLASSES = 6  # status classes, by first digit
LIMITS = (5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000)  # microseconds
ANSWERS, REFUSED, SPENT, TIMES = 0, 18, 19, 20  # by method and class; 429s; µs
WIDTH = TIMES + len(LIMITS) + 1  # numbers per endpoint

_memory = memoryview(mmap(-1, ROWS * PLACES * BYTES)).cast("q")
_lock = Lock()
_first = 0  # offset of this process's row
_endpoints: dict[str, int] = {}  # offsets of the endpoints' numbers in a row


class Number:
    """One number per process: a state, which counts only while the process lives, or a counter."""

    made = 0

    def __init__(self) -> None:
        self.place = Number.made
        Number.made += 1

    def set(self, value: int) -> None:
        """Set this process's value."""
        _memory[_first + self.place] = value

    def add(self, change: int) -> None:
        """Add to this process's value; thread-safe."""
        with _lock:
            _memory[_first + self.place] += change

    def of(self, row: int) -> int:
        """Return the value in a row."""
        return _memory[row * PLACES + self.place]


PID, HELD, LISTENING, POOLED = Number(), Number(), Number(), Number()
QUIET = Number()  # polls answered 204 by the middleware
SHARED = Number()  # anonymous polls answered with a shared response
WORKER = Number()  # process id of the background worker, written to the first row by the master
STATES = (PID, HELD, LISTENING, POOLED)


def init_app(app: Flask) -> None:
    """Assign counters to each endpoint; requests without an endpoint are counted under an empty name."""
    if not PID.of(0):
        take_row(0)
    for number, endpoint in enumerate(["", *sorted(app.view_functions)]):
        _endpoints[endpoint] = Number.made + number * WIDTH
    if max(_endpoints.values()) + WIDTH > PLACES:
        raise OverflowError("There are more endpoints than counting.PLACES has room for.")


def take_row(row: int) -> None:
    """Use this row from now on, and reset the states that its previous process has left."""
    global _first  # noqa: PLW0603  # a process has one row
    _first = min(row, ROWS - 1) * PLACES
    for state in STATES:
        state.set(0)
    PID.set(os.getpid())


def count(endpoint: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request."""
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
    """Yield each endpoint that was requested, with its numbers summed over all rows."""
    firsts = [row * PLACES for row in range(ROWS) if PID.of(row)]
    for endpoint, place in _endpoints.items():
        rows = (_memory[first + place : first + place + WIDTH] for first in firsts)
        numbers = [sum(column) for column in zip(*rows, strict=True)]
        if any(numbers):
            yield endpoint, numbers


def total(number: Number) -> int:
    """Return the sum over all processes, including dead ones."""
    return sum(number.of(row) for row in range(ROWS))


def alive() -> list[int]:
    """Return the rows of live processes."""
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
