"""Dates in words."""

from datetime import date

import pytest
from babel import Locale
from babel.dates import format_date

from app.i18n.times import ordinal_first


@pytest.mark.parametrize(
    ("language", "day", "words"),
    [
        ("fr", date(2026, 12, 1), "mardi 1er décembre 2026"),
        ("fr", date(2026, 12, 11), "vendredi 11 décembre 2026"),
        ("it", date(2026, 12, 1), "martedì 1º dicembre 2026"),
        ("it", date(2026, 12, 21), "lunedì 21 dicembre 2026"),
        ("en", date(2026, 12, 1), "Tuesday 1 December 2026"),
    ],
)
def test_the_first_of_a_month_is_written_as_people_do(language, day, words):
    place = Locale.parse(language)
    assert ordinal_first(format_date(day, "EEEE d MMMM y", place), place) == words
