"""Wording deadlines in the current language: the time in the user's time zone, and the time left."""

from datetime import datetime, timedelta

from babel.dates import format_date

from app.db import now
from app.i18n.languages import DEFAULT_TIMEZONE, Timezone, _, find_timezone, locale, ngettext
from app.i18n.times import format_by_skeleton, format_clock

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
WEEK = 6  # days ahead for which a weekday alone is unambiguous


def format_deadline(deadline: datetime, zone: str) -> str:
    """Return a deadline as text in a time zone, such as `until Tuesday at 14:00 (6 hours left)`."""
    # NOTE: such as: until Tuesday at 14:00 (6 hours left)
    return _("%(moment)s (%(rest)s)", moment=format_until(deadline, zone), rest=_format_time_left(deadline - now()))


def format_until(deadline: datetime, zone: str) -> str:
    """Return a deadline as text in a time zone, such as `until Tuesday at 14:00`.

    In the default time zone, or one that does not exist, it is UTC, and the text says so.
    """
    place = find_timezone(zone) or Timezone(DEFAULT_TIMEZONE)
    local, today = deadline.astimezone(place), now().astimezone(place).date()
    time, days = format_clock(deadline, place, locale()), (local.date() - today).days
    if days == 0:
        return _("until %(time)s today", time=time)
    if days == 1:
        return _("until %(time)s tomorrow", time=time)
    if 0 < days <= WEEK:
        return _("until %(day)s at %(time)s", day=format_date(local, "EEEE", locale()), time=time)
    return _("until %(date)s at %(time)s", date=format_by_skeleton(local, "MMMEd"), time=time)


def _format_time_left(span: timedelta) -> str:
    """Return the time left, rounded down: in days from two days on, in hours from two hours on, else in minutes."""
    if span >= 2 * DAY:
        return ngettext("%(num)d day left", "%(num)d days left", span // DAY)
    if span >= 2 * HOUR:
        return ngettext("%(num)d hour left", "%(num)d hours left", span // HOUR)
    if span >= MINUTE:
        return ngettext("%(num)d minute left", "%(num)d minutes left", span // MINUTE)
    return _("less than a minute left")
