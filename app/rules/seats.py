"""Sides, seats, and the verbs of each role."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

RED: Final = "red"
BLUE: Final = "blue"
TEAMS: Final = (RED, BLUE)
SIDES: Final = ("a", "b")
VERSUS_SEATS: Final = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
DUET_SEATS: Final = SIDES
SEATS: Final[tuple[str, ...]] = VERSUS_SEATS + DUET_SEATS
CLOCK: Final = "clock"
"""The seat name for timeouts, its only move. No player sits there."""

_OTHER: Final = {RED: BLUE, BLUE: RED, "a": "b", "b": "a"}

VERBS: Final[Mapping[str, frozenset[str]]] = {
    "spymaster": frozenset({"clue", "ask", "allow", "refuse", "challenge", "cover", "decline"}),
    "operative": frozenset({"guess", "stop"}),
    "a": frozenset({"clue", "guess", "stop", "challenge"}),
    "b": frozenset({"clue", "guess", "stop", "challenge"}),
    CLOCK: frozenset({"timeout"}),
}
"""The verbs that a role can ever use, apart from `resign` and `void`, which everyone can use at any time."""


@lru_cache(64)  # asked some hundred times for each page
def side_of(seat: str) -> str:
    """Return the side of a seat: `red` for `red-spymaster`, `a` for `a`."""
    return seat.partition("-")[0]


@lru_cache(64)
def role_of(seat: str) -> str:
    """Return the role of a seat, such as `spymaster` for `red-spymaster`; in Duet the side itself."""
    return seat.rpartition("-")[2]


def other(side: str) -> str:
    """Return the opposite side: `blue` for `red`, `b` for `a`."""
    return _OTHER[side]
