"""How long it is until something, in words; static/clock.js says the same while a page is open."""

from datetime import datetime, timedelta
from typing import Final, Literal

from babel.dates import format_timedelta
from babel.lists import format_list

from app.db import now
from app.languages import locale

Unit = Literal["day", "hour", "minute", "second"]

UNITS: Final[dict[Unit, int]] = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}  # in seconds
BY_THE_SECOND: Final = 600  # seconds before the end
NEVER_ROUNDED: Final = 10_000  # of a unit; Babel would make "2 weeks" of 10 days else


def time_left(at: datetime) -> str:
    """Return such as `1 day, 5 hours`, never more than there is; at the end, and after it, `0 seconds`."""
    return in_words(max(0, int((at - now()).total_seconds())))


def in_words(seconds: int) -> str:
    """Return a length of time by one or two units, such as `1 day, 5 hours`; never more than it is."""
    rest, parts = seconds, []
    for unit in _shown(seconds):
        count, rest = divmod(rest, UNITS[unit])
        if count:
            parts.append(_said(count, unit))
    return format_list(parts or [_said(0, "second")], style="unit", locale=locale())


def _shown(seconds: int) -> tuple[Unit, ...]:
    """The units that say enough of such a time."""
    if seconds < BY_THE_SECOND:
        return "minute", "second"
    if seconds < UNITS["hour"]:
        return ("minute",)
    return ("hour", "minute") if seconds < UNITS["day"] else ("day", "hour")


def _said(count: int, unit: Unit) -> str:
    span = timedelta(seconds=count * UNITS[unit])
    return format_timedelta(span, unit, threshold=NEVER_ROUNDED, locale=locale())
