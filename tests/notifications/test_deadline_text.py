"""Deadlines in words."""

from datetime import UTC, datetime, timedelta

import pytest

from app.i18n.languages import force_language
from app.notifications.reminders import deadline_text

AT = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)  # a Friday

pytestmark = pytest.mark.usefixtures("context")


@pytest.fixture(autouse=True)
def _noon(monkeypatch):
    monkeypatch.setattr(deadline_text, "now", lambda: AT)


@pytest.mark.parametrize(
    ("hours", "zone", "words"),
    [
        (6, "Europe/Rome", "until 15:00 today (6 hours left)"),
        (6, "Asia/Tokyo", "until 23:00 today (6 hours left)"),
        (8, "Asia/Tokyo", "until 01:00 tomorrow (8 hours left)"),
        (24, "Europe/Rome", "until 09:00 tomorrow (24 hours left)"),
        (47.99, "Europe/Rome", "until Sunday at 08:59 (47 hours left)"),
        (48, "Europe/Rome", "until Sunday at 09:00 (2 days left)"),
        (6 * 24, "Europe/Rome", "until Thursday at 09:00 (6 days left)"),
        (7 * 24, "Europe/Rome", "until Fri 27 Nov at 09:00 (7 days left)"),
        (1.99, "Europe/Rome", "until 10:59 today (119 minutes left)"),
        (1 / 60, "Europe/Rome", "until 09:01 today (1 minute left)"),
        (0.01, "Europe/Rome", "until 09:00 today (less than a minute left)"),
        (-1, "Europe/Rome", "until 08:00 today (less than a minute left)"),
        (6, "UTC", "until 14:00 UTC today (6 hours left)"),
        (6, "Nowhere/At_all", "until 14:00 UTC today (6 hours left)"),
    ],
)
def test_until(hours, zone, words):
    assert deadline_text.format_deadline(AT + timedelta(hours=hours), zone) == words


@pytest.mark.parametrize(
    ("language", "weekday", "date"),
    [
        ("en", "until Sunday at 09:00", "until Fri 27 Nov at 09:00"),
        ("fr", "jusqu’à dimanche à 09:00", "jusqu’au ven. 27 nov. à 09:00"),
        ("it", "fino a domenica alle 09:00", "fino a ven 27 nov alle 09:00"),
    ],
)
def test_days_in_the_reader_s_language(language, weekday, date):
    with force_language(language):
        assert deadline_text.format_until(AT + timedelta(hours=48), "Europe/Rome") == weekday
        assert deadline_text.format_until(AT + timedelta(days=7), "Europe/Rome") == date


@pytest.mark.parametrize(
    ("zone", "at", "words"),
    [  # summer time ends in Rome on 25 October at 01:00 UTC, and begins on 28 March at 01:00 UTC
        ("Europe/Rome", "2026-10-25T00:30", "until 02:30 today (2 hours left)"),
        ("Europe/Rome", "2026-10-25T01:30", "until 02:30 today (3 hours left)"),
        ("Europe/Rome", "2026-10-25T22:59", "until 23:59 today (24 hours left)"),
        ("Europe/Rome", "2026-10-25T23:00", "until 00:00 tomorrow (24 hours left)"),
        ("America/New_York", "2026-11-01T05:30", "until Sun 1 Nov at 01:30 (7 days left)"),
        ("America/New_York", "2026-11-01T06:30", "until Sun 1 Nov at 01:30 (7 days left)"),
        ("Australia/Lord_Howe", "2026-10-25T11:00", "until 22:00 today (12 hours left)"),
    ],
)
def test_the_end_of_summer_time(monkeypatch, zone, at, words):
    """An hour comes twice; the time that is left tells which it is."""
    monkeypatch.setattr(deadline_text, "now", lambda: datetime(2026, 10, 24, 22, 30, tzinfo=UTC))
    assert deadline_text.format_deadline(datetime.fromisoformat(f"{at}+00:00"), zone) == words


@pytest.mark.parametrize(
    ("zone", "at", "words"),
    [
        ("Europe/Rome", "2027-03-28T00:59", "until 01:59 today (119 minutes left)"),
        ("Europe/Rome", "2027-03-28T01:00", "until 03:00 today (2 hours left)"),
        ("Europe/Rome", "2027-03-28T21:59", "until 23:59 today (22 hours left)"),
        ("Europe/Rome", "2027-03-28T22:00", "until 00:00 tomorrow (23 hours left)"),
        ("Europe/London", "2027-03-28T23:00", "until Monday at 00:00 (24 hours left)"),
        ("America/Havana", "2027-03-28T04:00", "until 00:00 tomorrow (5 hours left)"),
    ],
)
def test_the_beginning_of_summer_time(monkeypatch, zone, at, words):
    """An hour is left out; a day's deadline comes after 24 hours all the same."""
    monkeypatch.setattr(deadline_text, "now", lambda: datetime(2027, 3, 27, 23, 0, tzinfo=UTC))
    assert deadline_text.format_deadline(datetime.fromisoformat(f"{at}+00:00"), zone) == words


def test_the_leap_day(monkeypatch):
    monkeypatch.setattr(deadline_text, "now", lambda: datetime(2028, 2, 28, 12, tzinfo=UTC))
    found = [
        deadline_text.format_until(datetime(2028, 2, 28, 12, tzinfo=UTC) + timedelta(days), "Europe/Rome")
        for days in (1, 2, 8)
    ]
    assert found == ["until 13:00 tomorrow", "until Wednesday at 13:00", "until Tue 7 Mar at 13:00"]
