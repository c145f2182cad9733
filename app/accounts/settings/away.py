"""Days away: announced on the account page and shown to the people one plays with.

Games pause their deadlines for somebody who is away: `change_hooks` are called with the user's id, inside the
transaction, whenever an absence changes.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from app.accounts.email import addresses
from app.accounts.models import User
from app.accounts.person import Person
from app.accounts.settings import timezones
from app.db import db, now
from app.i18n.languages import _
from app.refusals import Refusal

MAX_DAYS = 60  # days per absence
MAX_AHEAD = timedelta(days=365)  # ahead

change_hooks: list[Callable[[int], None]] = []


def set_absence(user: User, first: date, last: date) -> None:
    """Set the user's absence to the days from `first` to `last`, inclusive, in the user's time zone. Commits.

    An absence from today begins now, and one that is running keeps its start. Raises Refusal if the days are past, in
    the wrong order, too far ahead or too many.
    """
    addresses.lock_existing_user(user)
    zone, at = timezones.user_timezone(user), now()
    _check_days(first, last, at.astimezone(zone).date())
    begins = _start_of_day(first, zone)
    if begins <= at:
        begins = user.away_from if user.away_from and user.is_away(at) else at
    _store_absence(user, begins, _start_of_day(last + timedelta(days=1), zone))
    db.session.commit()


def end_absence(user: User) -> None:
    """End the running absence now, or cancel a planned one; does nothing without one. Commits."""
    addresses.lock_existing_user(user)
    at = now()
    if user.away_from and user.is_away(at) and user.away_from < at:
        _store_absence(user, user.away_from, at)  # the days so far still count as away
    elif has_absence(user, at):
        _store_absence(user, None, None)
    db.session.commit()


def clear_absence(user: User) -> None:
    """Remove the user's absence altogether, also its past days, without commit."""
    if user.away_until:
        _store_absence(user, None, None)


def has_absence(user: User | Person, at: datetime) -> bool:
    """Return whether the user has an absence that ends after `at`, running or planned."""
    return bool(user.away_until and at < user.away_until)


def absence_days(user: User | Person) -> tuple[date, date] | None:
    """Return first and last day of the running or planned absence, in the user's time zone, or None."""
    if not (user.away_from and user.away_until and has_absence(user, now())):
        return None
    zone = timezones.user_timezone(user)
    last = user.away_until - timedelta(microseconds=1)
    return user.away_from.astimezone(zone).date(), last.astimezone(zone).date()


def _check_days(first: date, last: date, today: date) -> None:
    if last < first:
        raise Refusal(_("The last day is before the first."), "last")
    if last < today:
        raise Refusal(_("Those days are already over."), "last")
    if first > today + MAX_AHEAD:
        raise Refusal(_("That is more than a year from now."), "first")
    length = (last - max(first, today)).days + 1
    if length > MAX_DAYS:
        sentence = _(
            "You can be away for at most %(most)d days at a time; this is %(length)d.", most=MAX_DAYS, length=length
        )
        raise Refusal(sentence, "last")


def _start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """Return the start of a day as UTC, since two datetimes of one zone are compared by wall-clock time."""
    return datetime.combine(max(day, date(1970, 1, 1)), time.min, zone).astimezone(UTC)


def _store_absence(user: User, begins: datetime | None, ends: datetime | None) -> None:
    user.away_from, user.away_until = begins, ends
    db.session.flush()
    for hook in change_hooks:
        hook(user.id)
