"""The days of the puzzles, by UTC, and the streak."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from app.db import now

_DAY: Final = timedelta(days=1)
_GRACE: Final = timedelta(hours=1)  # after midnight, for a puzzle that was begun before


def today() -> date:
    """Return the day whose puzzle is the current one."""
    return now().date()


def next_puzzle_at() -> datetime:
    """Return when the next puzzle comes: at midnight UTC."""
    return datetime.combine(today() + _DAY, time(), UTC)


def counts_for_streak(day: date, began_at: datetime) -> bool:
    """Whether a puzzle that is won now counts: if it was begun on its day, until an hour after midnight."""
    return began_at.astimezone(UTC).date() == day and now() < datetime.combine(day + _DAY, time(), UTC) + _GRACE


def streak(solved: Collection[date], until: date) -> int:
    """Return how many puzzles were solved in a row up to a day, which may still be open.

    One day a week, from Monday to Sunday, may be missed.
    """
    days, missed_weeks, count = set(solved), set[tuple[int, int]](), 0
    day = until if until in days else until - _DAY
    while day in days or _week(day) not in missed_weeks:
        if day in days:
            count += 1
        elif not any(earlier < day for earlier in days):
            break
        else:
            missed_weeks.add(_week(day))
        day -= _DAY
    return count


def _week(day: date) -> tuple[int, int]:
    year, week, _ = day.isocalendar()
    return year, week
