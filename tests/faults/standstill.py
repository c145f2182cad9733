"""When play stood still: from when to when somebody tried, and no move was acknowledged."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from math import inf

from tests.faults.history import Request

Span = tuple[float, float]  # begin and end in seconds, of the clock of the requests


def find_standstills(requests: Iterable[Request], acknowledged: str) -> Iterator[Span]:
    """Yield the spans in order; `acknowledged` is what is heard of a move that was played.

    One begins when a move is acknowledged, or with the next attempt if nobody is waiting for an answer then; it ends
    when the next move is acknowledged, the last one when nobody tries any more.
    """
    sent = sorted(requests, key=lambda request: request.asked)
    asked = [request.asked for request in sent]
    awaited = list(accumulate((request.answered for request in sent), max))  # until when, of those asked by then
    begun = asked[0] if sent else inf
    for moment in [*sorted(each.answered for each in sent if each.heard == acknowledged), *awaited[-1:]]:
        if moment > begun:
            yield begun, moment
        place = bisect_right(asked, moment)
        begun = moment if place and awaited[place - 1] > moment else next(iter(asked[place:]), inf)


def longest(spans: Iterable[Span]) -> float:
    """Return how long the longest lasted, in seconds."""
    return max((end - begin for begin, end in spans), default=0.0)
