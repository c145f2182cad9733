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
        (6, "Europe/Rome", "until today, 15:00 (in 6 hours)"),
        (6, "Asia/Tokyo", "until today, 23:00 (in 6 hours)"),
        (8, "Asia/Tokyo", "until tomorrow, 01:00 (in 8 hours)"),
        (24, "Europe/Rome", "until tomorrow, 09:00 (in 24 hours)"),
        (47.99, "Europe/Rome", "until Sunday, 08:59 (in 47 hours)"),
        (48, "Europe/Rome", "until Sunday, 09:00 (in 2 days)"),
        (6 * 24, "Europe/Rome", "until Thursday, 09:00 (in 6 days)"),
        (7 * 24, "Europe/Rome", "until Fri 27 Nov, 09:00 (in 7 days)"),
        (1.99, "Europe/Rome", "until today, 10:59 (in 119 minutes)"),
        (1 / 60, "Europe/Rome", "until today, 09:01 (in 1 minute)"),
        (0.01, "Europe/Rome", "until today, 09:00 (in less than a minute)"),
        (-1, "Europe/Rome", "until today, 08:00 (in less than a minute)"),
        (6, "UTC", "until today, 14:00 UTC (in 6 hours)"),
        (6, "Nowhere/At_all", "until today, 14:00 UTC (in 6 hours)"),
    ],
)
def test_until(hours, zone, words):
    assert deadline_text.format_deadline(AT + timedelta(hours=hours), zone) == words


@pytest.mark.parametrize(("language", "day"), [("en", "Sunday,"), ("fr", "dimanche,"), ("it", "domenica alle")])
def test_days_in_the_reader_s_language(language, day):
    with force_language(language):
        assert f" {day} 09:00" in deadline_text.format_deadline(AT + timedelta(hours=48), "Europe/Rome")
