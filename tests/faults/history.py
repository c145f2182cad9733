"""Whether a game's log is a linear history: each move took effect at one moment between its request and its answers.

The check is that for linearizable registers, as Jepsen's: here the order of the moves is known, which makes it a single
pass. Times are seconds of one monotonic clock.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf


@dataclass(frozen=True)
class Request:
    """A move that was sent at `asked`, to a table of `seen` moves, and what was heard of it at `answered`."""

    seen: int
    seat: str
    text: str
    heard: str
    asked: float
    answered: float


@dataclass(frozen=True)
class Reading:
    """A table with `version` moves that was asked for at `asked` and shown at `answered`."""

    version: int
    asked: float
    answered: float


def find_violations(
    log: Sequence[tuple[int, str, str]],
    requests: Iterable[Request],
    readings: Iterable[Reading],
    settled: Iterable[str],
) -> Iterator[str]:
    """Yield what no order of moments explains; `settled` are the answers after which the table had moved on."""
    earliest, latest = _bounds(log, list(requests), list(readings), set(settled))
    moment = -inf
    for number, seat, text in log:
        moment = max(moment, earliest[number])
        if moment > latest[number]:
            yield f"{number} {seat} {text}: after {moment:.3f}, but before {latest[number]:.3f}"


def _bounds(
    log: Sequence[tuple[int, str, str]], requests: Sequence[Request], readings: Sequence[Reading], settled: set[str]
) -> tuple[dict[int, float], dict[int, float]]:
    """Return the earliest and the latest moment at which each move of the log can have taken effect."""
    earliest = {number: inf for number, _, _ in log}
    latest = dict(earliest)
    moves = {number: (seat, text) for number, seat, text in log}
    for each in requests:
        number = each.seen + 1
        if moves.get(number) == (each.seat, each.text):
            earliest[number] = min(earliest[number], each.asked)
        if each.heard in settled and number in moves:
            latest[number] = min(latest[number], each.answered)
    for shown in readings:
        if shown.version in moves:
            latest[shown.version] = min(latest[shown.version], shown.answered)
        if shown.version + 1 in moves:
            earliest[shown.version + 1] = max(earliest[shown.version + 1], shown.asked)
    return earliest, latest
