"""When somebody is called who is awaited: after a moment's grace, and again before their time runs out."""

from datetime import datetime, timedelta
from typing import Final

STAGES: Final = ("turn", "reminder", "last")
GRACE: Final = timedelta(minutes=5)  # for who is about to move anyway
QUIET: Final = timedelta(minutes=20)  # since one's own last act: while people play on the spot, nobody is called
REMINDED: Final = 0.75  # of the time that there is
LATEST: Final = 1 / 24  # of the time: one hour of a day
SHORTEST, LONGEST = timedelta(minutes=30), timedelta(hours=2)  # between the last call and the deadline


def first_call(since: datetime, acted_at: datetime | None) -> datetime:
    """Return when somebody is told that it is their turn."""
    return max(since + GRACE, acted_at + QUIET) if acted_at else since + GRACE


def due(stage: int, since: datetime, deadline: datetime | None, acted_at: datetime | None = None) -> datetime | None:
    """Return when a stage's call is due, None where there is none: without a deadline nobody is reminded."""
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
    """Return the first stage from this one on whose call has not been overtaken by the next, and when it is due.

    So a late worker calls once, and not three times in a row.
    """
    following = due(stage + 1, since, deadline, acted_at)
    if following is not None and following <= at:
        return skip_past(stage + 1, since, deadline, at, acted_at)
    return stage, due(stage, since, deadline, acted_at)


def ahead(stage: int, since: datetime, deadline: datetime | None, at: datetime) -> int:
    """Return the first stage from this one on whose call is not due yet."""
    when = due(stage, since, deadline)
    return stage if when is None or when > at else ahead(stage + 1, since, deadline, at)


def still_made(stage: int, since: datetime, deadline: datetime | None, at: datetime) -> int:
    """Return how many of the calls that were made stand after the wait has changed.

    Whoever was told of it knows; whoever was reminded is reminded again where that is due later now.
    """
    return min(stage, ahead(1, since, deadline, at))
