"""A call: one notice, told of at one stage; and how a message keeps it."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from app.notifications.schedule import STAGES

KIND: Final = "notices"  # of the messages that carry calls
NUDGE: Final = "nudge"  # somebody asks one to go on
NEWS: Final = "news"  # nobody is awaited
PRESSING: Final = ("last", NUDGE, "reminder", "turn", NEWS)
URGENT: Final = {"last", NUDGE, "reminder"}  # no mail waits for its time with these
MADE: Final = {name: count for count, name in enumerate(STAGES, start=1)}  # the notice's stage after each call


class Call(NamedTuple):
    """`name` is one of PRESSING; `by` is the id of who asks, for a nudge."""

    notice_id: int
    name: str
    by: int | None = None


def items(calls: Iterable[Call]) -> list[list[Any]]:
    """Return calls as a message keeps them."""
    return [list(call) if call.by is not None else list(call[:2]) for call in calls]


def read(params: dict[str, Any]) -> list[Call]:
    """Return the calls that a message was made for."""
    return [Call(*item) for item in params["items"]]


def told(params: dict[str, Any]) -> list[Call]:
    """Return those of them that it told of when it was last written."""
    return [Call(*item) for item in params.get("told", ())]
