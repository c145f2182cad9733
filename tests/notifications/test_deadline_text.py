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
