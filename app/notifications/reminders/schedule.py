"""Computing when a user is reminded of a turn: after a grace period, and again before the deadline.

A stage is the number of reminders already sent, and so the index in STAGES of the next one.
"""

from datetime import datetime, timedelta
from typing import Final

STAGES: Final = ("turn", "reminder", "last")
GRACE_PERIOD: Final = timedelta(minutes=5)  # for users who are about to move anyway
QUIET_PERIOD: Final = timedelta(minutes=20)  # after a user's own last move: nobody is notified during fast play
REMINDER_FRACTION: Final = 0.75  # fraction of the time between start and deadline
LAST_FRACTION: Final = 1 / 24  # fraction of that time before the deadline: one hour per day
MIN_LAST_LEAD, MAX_LAST_LEAD = timedelta(minutes=30), timedelta(hours=2)  # from the last reminder to the deadline


def first_reminder_at(since: datetime, acted_at: datetime | None) -> datetime:
    """Return when a user is first notified of a turn that began at `since`: later if the user has just acted there."""
    return max(since + GRACE_PERIOD, acted_at + QUIET_PERIOD) if acted_at else since + GRACE_PERIOD


def reminder_due_at(
    stage: int, since: datetime, deadline: datetime | None, acted_at: datetime | None = None
) -> datetime | None:
    """Return when a stage's reminder is due, or None if there is none: without a deadline there is only the first."""
    if stage == 0:
        return first_reminder_at(since, acted_at)
    if deadline is None or stage >= len(STAGES):
        return None
    span = deadline - since
    at = (
        since + REMINDER_FRACTION * span
        if stage == 1
        else deadline - min(max(LAST_FRACTION * span, MIN_LAST_LEAD), MAX_LAST_LEAD)
    )
    return max(at, acted_at + QUIET_PERIOD) if acted_at else at


def skip_overdue(
    stage: int, since: datetime, deadline: datetime | None, at: datetime, acted_at: datetime | None = None
) -> tuple[int, datetime | None]:
    """Return the first stage from this one on whose successor is not due yet at `at`, and when that stage is due.

    So a late worker sends one reminder, not three in a row.
    """
    following = reminder_due_at(stage + 1, since, deadline, acted_at)
    if following is not None and following <= at:
        return skip_overdue(stage + 1, since, deadline, at, acted_at)
    return stage, reminder_due_at(stage, since, deadline, acted_at)


def next_future_stage(stage: int, since: datetime, deadline: datetime | None, at: datetime) -> int:
    """Return the first stage from this one on that is not due yet at `at`, or never."""
    when = reminder_due_at(stage, since, deadline)
    return stage if when is None or when > at else next_future_stage(stage + 1, since, deadline, at)


def stage_after_change(stage: int, since: datetime, deadline: datetime | None, at: datetime) -> int:
    """Return how many of `stage` reminders sent still count after the start or deadline of the turn has changed.

    The first always counts; a later one is sent again if it is now due later.
    """
    return min(stage, next_future_stage(1, since, deadline, at))
