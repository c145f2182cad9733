"""The streak: days in a row, of which one a week may be missed."""

from datetime import UTC, date, datetime, timedelta

import pytest

from app.db import now
from app.puzzles import calendar
from app.puzzles.calendar import counts_for_streak, next_puzzle_at, streak, today

MONDAY = date(2026, 11, 2)


def days(*numbers):
    """Days of three weeks, the first one a Monday with the number 0."""
    return [MONDAY + timedelta(number) for number in numbers]


@pytest.mark.parametrize(
    ("solved", "until", "length"),
    [
        ([], 4, 0),
        ([4], 4, 1),
        ([3], 4, 1),  # today is still open
        ([2], 4, 1),  # yesterday was the week's free day
        ([1], 4, 0),  # two days of a week are too many
        ([0, 1, 2, 3, 4], 4, 5),
        ([0, 1, 3, 4], 4, 4),
        ([0, 3, 4], 4, 2),
        ([4, 5, 7, 8], 8, 4),  # a free day on Sunday
        ([4, 7, 8], 8, 2),  # Saturday and Sunday
        ([4, 5, 8], 8, 3),  # Sunday and Monday are of two weeks
    ],
)
def test_the_length_of_a_streak(solved, until, length):
    assert streak(days(*solved), *days(until)) == length


def test_a_puzzle_counts_on_its_day_only():
    assert counts_for_streak(today(), now())
    assert not counts_for_streak(today() - timedelta(days=1), now())
    assert not counts_for_streak(today() - timedelta(days=2), now() - timedelta(days=2))


def test_the_next_puzzle_comes_at_midnight_utc():
    assert next_puzzle_at() == datetime.combine(today() + timedelta(days=1), datetime.min.time(), UTC)


def test_a_streak_goes_on_over_the_leap_day(monkeypatch):
    """And so does the turn of a year, whose last week may be of the next one."""
    assert streak([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], date(2028, 3, 1)) == 3
    assert streak([date(2028, 2, 28), date(2028, 3, 1)], date(2028, 3, 1)) == 2, "the week's free day"
    assert streak([date(2027, 12, 31), date(2028, 1, 1), date(2028, 1, 3)], date(2028, 1, 3)) == 3
    monkeypatch.setattr(calendar, "now", lambda: datetime(2028, 2, 28, 23, 59, tzinfo=UTC))
    assert next_puzzle_at() == datetime(2028, 2, 29, tzinfo=UTC)
    monkeypatch.setattr(calendar, "now", lambda: datetime(2028, 3, 1, 0, 30, tzinfo=UTC))
    assert counts_for_streak(date(2028, 2, 29), datetime(2028, 2, 29, 23, tzinfo=UTC))
