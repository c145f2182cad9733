"""A reminder: one notice at one stage, and its form in a delivery's params."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from app.notifications.reminders.schedule import STAGES

DELIVERY_KIND: Final = "notices"  # kind of the deliveries
NUDGE: Final = "nudge"  # another user asks this one to move
NEWS: Final = "news"  # not about a turn
BY_URGENCY: Final = ("last", NUDGE, "reminder", "turn", NEWS)
URGENT: Final = {"last", NUDGE, "reminder"}  # the digest is sent early for these
STAGE_AFTER: Final = {name: count for count, name in enumerate(STAGES, start=1)}  # the notice's stage after a reminder


class Reminder(NamedTuple):
    """One reminder of one notice: `name` is one of BY_URGENCY; `by` is the id of the user who nudged, for a nudge."""

    notice_id: int
    name: str
    by: int | None = None


def dump_reminders(reminders: Iterable[Reminder]) -> list[list[Any]]:
    """Return reminders as JSON values, as stored in a delivery's params."""
    return [list(reminder) if reminder.by is not None else list(reminder[:2]) for reminder in reminders]


def load_reminders(params: dict[str, Any]) -> list[Reminder]:
    """Return the reminders for which a delivery with these params was enqueued."""
    return [Reminder(*item) for item in params["items"]]


def load_sent_reminders(params: dict[str, Any]) -> list[Reminder]:
    """Return the reminders that were in a delivery's message when it was last rendered; empty before that."""
    return [Reminder(*item) for item in params.get("told", ())]
