"""Being away for some days: said beforehand on the page of one's account, shown to those one plays with.

Games stop their deadlines for somebody who is away. They are told by `changed`, whose functions are called with the
person's id inside the transaction that changes it.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.accounts import zones
from app.accounts.errors import BadFirstDay, BadLastDay
from app.accounts.models import User
from app.db import db, now
from app.languages import _

LONGEST = 60  # days at a time
FURTHEST = timedelta(days=365)  # ahead

changed: list[Callable[[int], None]] = []


def go_away(user: User, first: date, last: date) -> None:
    """Be away from one day to another, both included, in the person's own time zone; raise BadFirstDay or BadLastDay.

    Nobody was away before they said so: from today means from now. Who is away already stays so from when it began.
    """
    zone, at = zones.of(user), now()
    _check(first, last, at.astimezone(zone).date())
    begins = _midnight(first, zone)
    if begins <= at:
        begins = user.away_from if user.away_from and user.is_away(at) else at
    _set(user, begins, _midnight(last + timedelta(days=1), zone))
    db.session.commit()


def come_back(user: User) -> None:
    """Be back now, or stay after all."""
    at = now()
    if user.away_from and user.is_away(at) and user.away_from < at:
        _set(user, user.away_from, at)  # the days until now were days away
    elif is_planned(user, at):
        _set(user, None, None)
    db.session.commit()


def forget(user: User) -> None:
    """Be away no more, without commit and without a trace."""
    if user.away_until:
        _set(user, None, None)


def is_planned(user: User, at: datetime) -> bool:
    """Whether somebody is away at a time or will be."""
    return bool(user.away_until and at < user.away_until)


def days(user: User) -> tuple[date, date] | None:
    """Return the first and the last day of an absence that is not over, in the person's own time zone."""
    if not (user.away_from and user.away_until and is_planned(user, now())):
        return None
    zone = zones.of(user)
    last = user.away_until - timedelta(microseconds=1)
    return user.away_from.astimezone(zone).date(), last.astimezone(zone).date()


def _check(first: date, last: date, today: date) -> None:
    if last < first:
        raise BadLastDay(_("The last day is before the first one."))
    if last < today:
        raise BadLastDay(_("These days are over already."))
    if first > today + FURTHEST:
        raise BadFirstDay(_("That is more than a year ahead."))
    length = (last - max(first, today)).days + 1
    if length > LONGEST:
        sentence = _("One can be away for %(most)d days at a time; these are %(length)d.", most=LONGEST, length=length)
        raise BadLastDay(sentence)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return when a day begins, in UTC: times of one zone are compared and subtracted by their clock's face."""
    return datetime.combine(max(day, date(1970, 1, 1)), time.min, zone).astimezone(UTC)


def _set(user: User, begins: datetime | None, ends: datetime | None) -> None:
    user.away_from, user.away_until = begins, ends
    db.session.flush()
    for tell in changed:
        tell(user.id)
