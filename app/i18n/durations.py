"""Wording durations, such as the time left until a deadline; static/site/countdown.js words them in the same way."""

from datetime import datetime, timedelta
from typing import Final, Literal

from babel.dates import format_timedelta
from babel.lists import format_list

from app.db import now
from app.i18n.languages import locale

Unit = Literal["day", "hour", "minute", "second"]

UNITS: Final[dict[Unit, int]] = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}  # in seconds
SHOW_SECONDS_BELOW: Final = 600  # durations below this many seconds show seconds
ROUNDING_THRESHOLD: Final = 10_000  # a count that is never reached: by default Babel turns 10 days into "2 weeks"


def time_left(at: datetime) -> str:
    """Return the time left until `at`, such as `1 day, 5 hours`, rounded down; `0 seconds` once it has passed."""
    return format_duration(max(0, int((at - now()).total_seconds())))


def format_duration(seconds: int) -> str:
    """Return a duration in the user's language, in one or two units, such as `1 day, 5 hours`, rounded down."""
    rest, parts = seconds, []
    for unit in _units_to_show(seconds):
        count, rest = divmod(rest, UNITS[unit])
        if count:
            parts.append(_format_unit(count, unit))
    return format_list(parts or [_format_unit(0, "second")], style="unit", locale=locale())


def _units_to_show(seconds: int) -> tuple[Unit, ...]:
    """Return the units in which a duration of so many seconds is shown, larger first."""
    if seconds < SHOW_SECONDS_BELOW:
        return "minute", "second"
    if seconds < UNITS["hour"]:
        return ("minute",)
    return ("hour", "minute") if seconds < UNITS["day"] else ("day", "hour")


def _format_unit(count: int, unit: Unit) -> str:
    span = timedelta(seconds=count * UNITS[unit])
    return format_timedelta(span, unit, threshold=ROUNDING_THRESHOLD, locale=locale())
