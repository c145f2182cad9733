"""When play stood still: from when to when somebody tried, and no move was acknowledged."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from tests.faults.history import Request

Span = tuple[float, float]  # begin and end in seconds, of the clock of the requests
PAUSE = 1.0  # seconds after which somebody who has been refused tries again, at most


def find_standstills(requests: Iterable[Request], acknowledged: str) -> Iterator[Span]:
    """Yield the spans in order: the times in which people try, cut at each move that is acknowledged.

    `acknowledged` is what is heard of a move that was played.
    """
    sent = sorted(requests, key=lambda request: request.asked)
    moments = sorted(request.answered for request in sent if request.heard == acknowledged)
    for begin, end in _tries(sent):
        cuts = moments[bisect_right(moments, begin) : bisect_left(moments, end)]
        yield from pairwise([begin, *cuts, end])


def longest(spans: Iterable[Span]) -> float:
    """Return how long the longest lasted, in seconds."""
    return max((end - begin for begin, end in spans), default=0.0)


def _tries(sent: Iterable[Request]) -> list[Span]:
    """Return the times in which somebody waits for an answer or is about to try again."""
    tries: list[Span] = []
    for request in sent:
        if tries and request.asked <= tries[-1][1] + PAUSE:
            tries[-1] = tries[-1][0], max(tries[-1][1], request.answered)
        else:
            tries.append((request.asked, request.answered))
    return tries
