"""Wording dates and times of day."""

import re
from datetime import date, datetime
from functools import cache
from typing import Final

from babel import Locale
from babel.dates import format_date, format_time, match_skeleton
from flask_babel import format_datetime

from app.i18n.languages import DEFAULT_TIMEZONE, Timezone, _, current_timezone, locale

FIRST: Final = {"fr": "1er", "it": "1º"}  # the first of a month, which CLDR writes as any other day


def ordinal_first(date: str, language: Locale) -> str:
    """Return a date in words with the first of a month as people write it: `mardi 1er décembre`."""
    return re.sub(r"\b1(?= )", FIRST.get(language.language, "1"), date, count=1)


def format_by_skeleton(day: date, skeleton: str) -> str:
    """Return a date in the user's language, with the fields that a CLDR skeleton names, such as `MMMMEd`."""
    return str(format_date(day, _skeleton_pattern(locale(), skeleton), locale()))


@cache
def _skeleton_pattern(language: Locale, skeleton: str) -> str:
    """Return the pattern of the nearest skeleton that a language has; to find it takes far longer than to apply it."""
    known = language.datetime_skeletons
    return str(known[skeleton if skeleton in known else match_skeleton(skeleton, known)])


def format_clock(at: datetime, place: Timezone, language: Locale) -> str:
    """Return the time of day in a time zone, followed by `UTC` if that is DEFAULT_TIMEZONE: not chosen."""
    time = format_time(at, "short", tzinfo=place, locale=language)
    return f"{time} UTC" if place.key == DEFAULT_TIMEZONE else str(time)


def date_and_time(at: datetime, date_pattern: str) -> str:
    """Return a time as date, by a CLDR pattern, and time of day, such as `Monday 30 November, 13:55 UTC`.

    It is in the user's language and time zone.
    """
    time, day = format_clock(at, current_timezone(), locale()), format_datetime(at, date_pattern)
    # NOTE: a date and a time, such as: Monday 30 November, 13:55 UTC
    return _("%(day)s, %(time)s", day=ordinal_first(day, locale()), time=time)
