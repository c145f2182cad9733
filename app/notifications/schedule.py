"""When a user is reminded of a turn: after a grace period, and again before the deadline."""

from datetime import datetime, timedelta
from typing import Final

STAGES: Final = ("turn", "reminder", "last")
GRACE: Final = timedelta(minutes=5)  # for users who are about to move anyway
QUIET: Final = timedelta(minutes=20)  # after a user's own last move: nobody is notified during fast play
REMINDED: Final = 0.75  # fraction of the time between start and deadline
LATEST: Final = 1 / 24  # fraction of that time before the deadline: one hour per day
SHORTEST, LONGEST = timedelta(minutes=30), timedelta(hours=2)  # from the last reminder to the deadline


def first_call(since: datetime, acted_at: datetime | None) -> datetime:
    """Return when a user is first notified of a turn."""
    return max(since + GRACE, acted_at + QUIET) if acted_at else since + GRACE


def due(stage: int, since: datetime, deadline: datetime | None, acted_at: datetime | None = None) -> datetime | None:
    """Return when a stage's reminder is due, or None: without a deadline there is only the first."""
    if stage == 0:
        return first_call(since, acted_at)
    if deadline is None or stage >= len(STAGES):
        return None
    span = deadline - since
    at = since + REMINDED * span if stage == 1 else deadline - min(max(LATEST * span, SHORTEST), LONGEST)
    return max(at, acted_at + QUIET) if acted_at else at


def skip_past(
    stage: int, since: datetime, deadline: datetime | None, at: datetime, acted_at: datetime | None = None
) -> tuple[int, datetime | None]:
    """Return the first stage from this one on whose successor is not due yet, and when it is due.

    So a late worker sends one reminder, not three in a row.
    """
    following = due(stage + 1, since, deadline, acted_at)
    if following is not None and following <= at:
        return skip_past(stage + 1, since, deadline, at, acted_at)
    return stage, due(stage, since, deadline, acted_at)


def ahead(stage: int, since: datetime, deadline: datetime | None, at: datetime) -> int:
    """Return the first stage from this one on that is not due yet."""
    when = due(stage, since, deadline)
    return stage if when is None or when > at else ahead(stage + 1, since, deadline, at)


def still_made(stage: int, since: datetime, deadline: datetime | None, at: datetime) -> int:
    """Return how many of the reminders sent still count after the turn has changed.

    The first always counts; a later one is sent again if it is now due later.
    """
    return min(stage, ahead(1, since, deadline, at))
