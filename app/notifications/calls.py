"""A reminder: one notice at one stage, and its form in a delivery's params."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from app.notifications.schedule import STAGES

KIND: Final = "notices"  # kind of the deliveries
NUDGE: Final = "nudge"  # another user asks this one to move
NEWS: Final = "news"  # not about a turn
PRESSING: Final = ("last", NUDGE, "reminder", "turn", NEWS)
URGENT: Final = {"last", NUDGE, "reminder"}  # the digest is sent early for these
MADE: Final = {name: count for count, name in enumerate(STAGES, start=1)}  # the notice's stage after a reminder


class Call(NamedTuple):
    """`name` is one of BY_URGENCY; `by` is the id of the user who nudged, for a nudge."""

    notice_id: int
    name: str
    by: int | None = None


def items(calls: Iterable[Call]) -> list[list[Any]]:
    """Return reminders as stored in a delivery's params."""
    return [list(call) if call.by is not None else list(call[:2]) for call in calls]


def read(params: dict[str, Any]) -> list[Call]:
    """Return the reminders for which a message was made."""
    return [Call(*item) for item in params["items"]]


def told(params: dict[str, Any]) -> list[Call]:
    """Return the reminders that were in the message when it was last rendered."""
    return [Call(*item) for item in params.get("told", ())]
