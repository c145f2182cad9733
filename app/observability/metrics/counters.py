"""Counters in memory that all processes of a server share: each writes its own row, and any can sum up all rows.

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

ROWS, ROW_LENGTH, NUMBER_BYTES = 65, 8192, 8  # rows: the largest WEB_WORKERS + 1; numbers per row; bytes each
METHODS = ("GET", "POST", "other")
STATUS_CLASSES = 6  # status classes, by first digit
BUCKET_LIMITS = (5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000)  # microseconds
ANSWERED_OFFSET, LIMITED_OFFSET, DURATION_OFFSET, BUCKETS_OFFSET = 0, 18, 19, 20  # by method and class; 429s; µs
NUMBERS_PER_ENDPOINT = BUCKETS_OFFSET + len(BUCKET_LIMITS) + 1  # numbers per endpoint

_memory = memoryview(b"").cast("q")
_lock = Lock()
_row_offset = 0  # offset of this process's row
_endpoints: dict[str, int] = {}  # offsets of the endpoints' numbers in a row


class SharedNumber:
    """A number of which each process has its own value: a state, valid while the process lives, or a counter."""

    made = 0

    def __init__(self) -> None:
        self.offset = SharedNumber.made
        SharedNumber.made += 1

    def set(self, value: int) -> None:
        """Set this process's value."""
        _memory[_row_offset + self.offset] = value

    def add(self, change: int) -> None:
        """Add to this process's value; thread-safe."""
        with _lock:
            _memory[_row_offset + self.offset] += change

    def in_row(self, row: int) -> int:
        """Return the value of the process that uses a row, or used it last."""
        return _memory[row * ROW_LENGTH + self.offset]


PID, WAITING_POLLS, LISTENING, POOL_IN_USE = SharedNumber(), SharedNumber(), SharedNumber(), SharedNumber()
UNCHANGED_POLLS = SharedNumber()  # polls answered 204 by the middleware
SHARED_POLLS = SharedNumber()  # anonymous polls answered with a shared response
TABLES_RENDERED = SharedNumber()  # tables of games, for one reader or for all to whom they look the same
WORKER_PID = SharedNumber()  # process id of the background worker, written to the first row by the master
STATES = (PID, WAITING_POLLS, LISTENING, POOL_IN_USE)


def allocate() -> None:
    """Give this process, and those that it forks from now on, counters of their own, all at 0."""
    global _memory  # noqa: PLW0603
    _memory = memoryview(mmap(-1, ROWS * ROW_LENGTH * NUMBER_BYTES)).cast("q")


allocate()


def init_app(app: Flask) -> None:
    """Assign counters to each endpoint of the app, and to the name "" for requests without one.

    Raises OverflowError if a row has no room for all.
    """
    if not PID.in_row(0):
        take_row(0)
    for number, endpoint in enumerate(["", *sorted(app.view_functions)]):
        _endpoints[endpoint] = SharedNumber.made + number * NUMBERS_PER_ENDPOINT
    if max(_endpoints.values()) + NUMBERS_PER_ENDPOINT > ROW_LENGTH:
        raise OverflowError("There are more endpoints than ROW_LENGTH has room for.")


def take_row(row: int) -> None:
    """Make this process use a row from now on, and reset the states that its previous process has left there."""
    global _row_offset  # noqa: PLW0603  # a process has one row
    _row_offset = min(row, ROWS - 1) * ROW_LENGTH
    for state in STATES:
        state.set(0)
    PID.set(os.getpid())


def count_request(endpoint: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request in this process's row: by endpoint, method and status class, and its duration."""
    first = _row_offset + _endpoints.get(endpoint, _endpoints.get("", 0))
    answer = (0 if method == "GET" else 1 if method == "POST" else 2) * STATUS_CLASSES + min(
        status // 100, STATUS_CLASSES - 1
    )
    spent = int(seconds * 1_000_000)
    with _lock:
        _memory[first + answer] += 1
        _memory[first + DURATION_OFFSET] += spent
        _memory[first + BUCKETS_OFFSET + bisect_left(BUCKET_LIMITS, spent)] += 1
        if status == 429:
            _memory[first + LIMITED_OFFSET] += 1


def endpoint_numbers() -> Iterator[tuple[str, list[int]]]:
    """Yield each endpoint that was requested, with its NUMBERS_PER_ENDPOINT numbers summed over all rows."""
    firsts = [row * ROW_LENGTH for row in range(ROWS) if PID.in_row(row)]
    for endpoint, place in _endpoints.items():
        rows = (_memory[first + place : first + place + NUMBERS_PER_ENDPOINT] for first in firsts)
        numbers = [sum(column) for column in zip(*rows, strict=True)]
        if any(numbers):
            yield endpoint, numbers


def total(number: SharedNumber) -> int:
    """Return the sum of a number over all rows, those of dead processes too."""
    return sum(number.in_row(row) for row in range(ROWS))


def live_rows() -> list[int]:
    """Return the indexes of the rows whose process is alive."""
    return [row for row in range(ROWS) if _is_alive(PID.in_row(row))]


def _is_alive(pid: int) -> bool:
    if not pid:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True


@event.listens_for(Pool, "checkout")
def _on_checkout(*_: object) -> None:
    POOL_IN_USE.add(1)


@event.listens_for(Pool, "checkin")
def _on_checkin(*_: object) -> None:
    POOL_IN_USE.add(-1)
