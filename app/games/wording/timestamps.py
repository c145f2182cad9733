"""Dates and times in the reader's language and time zone."""

from datetime import date, datetime
from functools import lru_cache
from typing import Final

from babel import Locale
from babel.dates import format_skeleton

from app.i18n.languages import Timezone, current_timezone, locale
from app.i18n.times import format_clock

CACHED_MOMENTS: Final = 1000  # cached strings, enough for some hundred tables that are polled


def format_moment(at: datetime) -> str:
    """Return a time such as `Sun 22 Nov, 18:05`, followed by `UTC` if the reader's time zone is unknown."""
    return _cached_moment(at, current_timezone(), locale())


@lru_cache(CACHED_MOMENTS)
def _cached_moment(at: datetime, place: Timezone, language: Locale) -> str:
    return f"{format_skeleton('MMMEd', at, place, locale=language)}, {format_clock(at, place, language)}"


def format_day(on: date) -> str:
    """Return a date such as `6 December`."""
    return str(format_skeleton("MMMMd", on, locale=locale()))
