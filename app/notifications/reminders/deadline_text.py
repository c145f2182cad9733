"""Deadlines as text: the time in the user's time zone, and the time left, in the current language."""

from datetime import datetime, timedelta

from babel.dates import format_date, format_skeleton, format_time

from app.db import now
from app.i18n.languages import DEFAULT_TIMEZONE, Timezone, _, find_timezone, locale, ngettext

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
WEEK = 6  # days ahead for which a weekday alone is unambiguous


def format_deadline(deadline: datetime, zone: str) -> str:
    """Return a text such as `until Tuesday, 14:00 (in 6 hours)`."""
    # NOTE: such as: until Tuesday, 14:00 (in 6 hours)
    return _("%(moment)s (%(rest)s)", moment=format_until(deadline, zone), rest=_format_time_left(deadline - now()))


def format_until(deadline: datetime, zone: str) -> str:
    """Return a text such as `until Tuesday, 14:00`; with `UTC` after the time if the user has no time zone."""
    place = find_timezone(zone) or Timezone(DEFAULT_TIMEZONE)
    local, today = deadline.astimezone(place), now().astimezone(place).date()
    time, days = format_time(local, "short", locale=locale()), (local.date() - today).days
    time = f"{time} UTC" if place.key == DEFAULT_TIMEZONE else time
    if days == 0:
        return _("until today, %(time)s", time=time)
    if days == 1:
        return _("until tomorrow, %(time)s", time=time)
    near = 0 < days <= WEEK
    day = format_date(local, "EEEE", locale()) if near else format_skeleton("MMMEd", local, locale=locale())
    return _("until %(day)s, %(time)s", day=day, time=time)


def _format_time_left(span: timedelta) -> str:
    """Return the time left, rounded down: in days from two days on, in hours from two hours on, else in minutes."""
    if span >= 2 * DAY:
        return ngettext("in %(num)d day", "in %(num)d days", span // DAY)
    if span >= 2 * HOUR:
        return ngettext("in %(num)d hour", "in %(num)d hours", span // HOUR)
    if span >= MINUTE:
        return ngettext("in %(num)d minute", "in %(num)d minutes", span // MINUTE)
    return _("in less than a minute")
