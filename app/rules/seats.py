"""Who sits where: sides, seats, and the verbs that belong to a role."""

from collections.abc import Mapping
from typing import Final

RED: Final = "red"
BLUE: Final = "blue"
TEAMS: Final = (RED, BLUE)
SIDES: Final = ("a", "b")
VERSUS_SEATS: Final = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
DUET_SEATS: Final = SIDES
SEATS: Final[tuple[str, ...]] = VERSUS_SEATS + DUET_SEATS
CLOCK: Final = "clock"
"""The seat name in which time moves: it plays `timeout` and nothing else, and is no one's seat."""

_OTHER: Final = {RED: BLUE, BLUE: RED, "a": "b", "b": "a"}

VERBS: Final[Mapping[str, frozenset[str]]] = {
    "spymaster": frozenset({"clue", "ask", "allow", "refuse", "challenge", "cover", "decline"}),
    "operative": frozenset({"guess", "stop"}),
    "a": frozenset({"clue", "guess", "stop", "challenge"}),
    "b": frozenset({"clue", "guess", "stop", "challenge"}),
    CLOCK: frozenset({"timeout"}),
}
"""What a role does at some time of a game (`resign` is everyone's at any time)."""


def side_of(seat: str) -> str:
    """The side of a seat: `red` of `red-spymaster`, `a` of `a`."""
    return seat.partition("-")[0]


def role_of(seat: str) -> str:
    """The role of a seat: `spymaster` or `operative`; in Duet the side itself."""
    return seat.rpartition("-")[2]


def other(side: str) -> str:
    """The side across the table: `blue` of `red`, `b` of `a`."""
    return _OTHER[side]
