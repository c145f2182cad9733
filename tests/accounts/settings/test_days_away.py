"""Being away for some days."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from app.accounts.models import User
from app.accounts.settings import away
from app.db import db, now
from app.refusals import Refusal
from tests import clock
from tests.accounts.people import PASSWORD, registered, row, seated

DAY = timedelta(days=1)


@pytest.fixture
def told(monkeypatch):
    """Who the games were told of, and what they saw of them then."""
    seen = []
    monkeypatch.setattr(
        away, "change_hooks", [lambda user_id: seen.append((user_id, db.session.get_one(User, user_id)))]
    )
    return seen


@pytest.fixture
def user(app, context):
    """Somebody in a place that is far ahead of UTC."""
    user = User("Ada", skeleton="ada", timezone="Pacific/Auckland")
    db.session.add(user)
    db.session.commit()
    return user


def today(zone="UTC"):
    """The day it is there."""
    return now().astimezone(ZoneInfo(zone)).date()


def pass_time(app, span):
    """Let time pass."""
    clock.pass_time(app, span)
    db.session.expire_all()


class TestGoing:
    """From one day to another, both included."""

    def test_the_days_are_those_of_the_person(self, user):
        there = today("Pacific/Auckland")
        away.set_absence(user, there + 3 * DAY, there + 5 * DAY)
        zone = ZoneInfo("Pacific/Auckland")
        assert user.away_from.astimezone(zone).replace(tzinfo=None) == datetime.combine(there + 3 * DAY, time.min)
        assert user.away_until.astimezone(zone).replace(tzinfo=None) == datetime.combine(there + 6 * DAY, time.min)
        assert away.absence_days(user) == (there + 3 * DAY, there + 5 * DAY)
        assert [user.is_away(user.away_from + step) for step in (-DAY / 99, 0 * DAY, 2.99 * DAY)] == [False, True, True]
        assert not user.is_away(user.away_until)

    @pytest.mark.parametrize(
        ("zone", "at", "day", "hours"),
        [
            ("Pacific/Auckland", "2026-09-01", date(2026, 9, 27), 23),
            ("Asia/Beirut", "2026-03-01", date(2026, 3, 29), 23),  # at midnight, so that the day begins at one
            ("America/Havana", "2026-10-01", date(2026, 11, 1), 25),  # its first hour comes twice
            ("Europe/Rome", "2026-10-01", date(2026, 10, 25), 25),
            ("Australia/Lord_Howe", "2026-04-01", date(2026, 4, 5), 24.5),
            ("Europe/Rome", "2028-02-01", date(2028, 2, 29), 24),
        ],
    )
    def test_a_day_has_the_hours_that_it_has_there(self, user, monkeypatch, zone, at, day, hours):
        monkeypatch.setattr(away, "now", lambda: datetime.fromisoformat(at).replace(tzinfo=UTC))
        user.timezone = zone
        db.session.commit()
        away.set_absence(user, day, day)
        assert user.away_until - user.away_from == timedelta(hours=hours)
        assert away.absence_days(user) == (day, day)
        away.set_absence(user, day - DAY, day + DAY)
        assert user.away_until - user.away_from == timedelta(hours=hours) + 2 * DAY

    def test_from_today_is_from_now(self, user):
        there = today("Pacific/Auckland")
        for first in (there, there - DAY, date(1, 1, 1)):
            away.end_absence(user)
            away.set_absence(user, first, there)
            assert abs(now() - user.away_from) < timedelta(seconds=30)
            assert user.is_away(now())

    def test_who_is_away_already_stays_so_from_when_it_began(self, app, user):
        there = today("Pacific/Auckland")
        away.set_absence(user, there, there + 3 * DAY)
        pass_time(app, 2 * DAY)
        began = user.away_from
        away.set_absence(user, there - 2 * DAY, there + 20 * DAY)
        assert user.away_from == began
        assert away.absence_days(user) == (there - 2 * DAY, there + 20 * DAY)

    def test_an_absence_that_is_over_does_not_go_on(self, app, user):
        there = today("Pacific/Auckland")
        away.set_absence(user, there, there)
        pass_time(app, 5 * DAY)
        away.set_absence(user, there - 5 * DAY, there + DAY)
        assert abs(now() - user.away_from) < timedelta(seconds=30)

    @pytest.mark.parametrize(
        ("first", "last", "field", "sentence"),
        [
            (5, 4, "last", "before the first"),
            (-9, -1, "last", "already over"),
            (1, 61, "last", "60 days at a time; this is 61"),
            (0, 60, "last", "this is 61"),
            (366, 367, "first", "more than a year"),
            (-99999, 3_000_000 - 99999, "last", "60 days at a time"),
        ],
    )
    def test_days_that_cannot_be(self, user, first, last, field, sentence):
        there = today("Pacific/Auckland")
        with pytest.raises(Refusal, match=sentence) as refused:
            away.set_absence(user, there + first * DAY, there + last * DAY)
        assert refused.value.field == field
        assert user.away_from is None

    @pytest.mark.parametrize(("first", "last"), [(0, 59), (1, 60), (365, 424), (0, 0), (-30, 59)])
    def test_days_that_just_can(self, user, first, last):
        there = today("Pacific/Auckland")
        away.set_absence(user, there + first * DAY, there + last * DAY)
        assert away.absence_days(user) == (max(there, there + first * DAY), there + last * DAY)

    def test_the_end_of_time_is_too_far(self, user):
        with pytest.raises(Refusal):
            away.set_absence(user, date.max, date.max)


class TestComingBack:
    """Before the last day is over, or before the first has come."""

    def test_from_days_that_have_begun(self, app, user):
        there = today("Pacific/Auckland")
        away.set_absence(user, there, there + 9 * DAY)
        pass_time(app, 2 * DAY)
        began = user.away_from
        away.end_absence(user)
        assert user.away_from == began
        assert abs(now() - user.away_until) < timedelta(seconds=30)
        assert not user.is_away(now())
        assert away.absence_days(user) is None

    def test_from_days_that_have_not(self, user):
        there = today("Pacific/Auckland")
        away.set_absence(user, there + DAY, there + 9 * DAY)
        away.end_absence(user)
        assert (user.away_from, user.away_until) == (None, None)

    def test_from_days_that_are_over(self, app, user, told):
        there = today("Pacific/Auckland")
        away.set_absence(user, there, there)
        pass_time(app, 9 * DAY)
        before = user.away_from, user.away_until
        told.clear()
        away.end_absence(user)
        assert (user.away_from, user.away_until) == before
        assert told == []

    def test_twice(self, user, told):
        away.set_absence(user, today("Pacific/Auckland"), today("Pacific/Auckland") + DAY)
        away.end_absence(user)
        until = user.away_until
        told.clear()
        away.end_absence(user)
        assert user.away_until == until
        assert told == []


class TestGames:
    """What those hear who stop deadlines."""

    def test_they_are_told_of_each_change_before_it_is_committed(self, user, told):
        there = today("Pacific/Auckland")
        seen = []

        def look(user_id):
            with db.engine.connect() as other:
                seen.append(
                    (db.session.get_one(User, user_id).away_until, other.scalar(text("SELECT away_until FROM users")))
                )

        away.change_hooks.append(look)
        away.set_absence(user, there + DAY, there + DAY)
        away.end_absence(user)
        assert [user_id for user_id, _ in told] == [user.id, user.id]
        (planned, before), (none, old) = seen
        assert (before, none) == (None, None)
        assert planned == old is not None

    def test_what_goes_wrong_there_changes_nothing(self, user, monkeypatch):
        monkeypatch.setattr(away, "change_hooks", [lambda user_id: 1 / 0])
        with pytest.raises(ZeroDivisionError):
            away.set_absence(user, today() + 2 * DAY, today() + 3 * DAY)
        db.session.rollback()
        assert user.away_from is None

    def test_deleting_the_account_ends_it_too(self, app, told):
        ada = registered(app, "Ada")
        ada.post("/account/away", first=str(today()), last=str(today() + DAY))
        ada.post("/account/deletion", password=PASSWORD)
        gone = row(app, "someone")
        assert (gone.away_from, gone.away_until) == (None, None)
        assert [user_id for user_id, _ in told] == [gone.id] * 2


class TestPage:
    """The section of the account page."""

    @pytest.fixture(params=["account", "guest"])
    def visitor(self, request, app):
        """Somebody with an account, or a guest."""
        return registered(app, "Ada") if request.param == "account" else seated(app, "Ada")

    def test_days_are_saved_and_shown(self, app, visitor):
        first, last = today() + 2 * DAY, today() + 3 * DAY
        answer = visitor.post("/account/away", first=str(first), last=str(last))
        assert (answer.status_code, answer.location) == (303, "/account")
        page = visitor.get("/account").text
        assert "Days away saved." in page
        assert "You will be away from" in page
        assert f'value="{first}"' in page
        assert f'value="{last}"' in page
        assert f"{last:%A} {last.day} {last:%B}" in page
        assert "I’m staying after all" in page
        user = row(app, "Ada")
        assert user.away_from == datetime.combine(first, time.min, UTC)

    def test_a_single_day(self, visitor):
        visitor.post("/account/away", first=str(today() + DAY), last=str(today() + DAY))
        assert "You will be away on" in visitor.get("/account").text

    def test_one_button_ends_it(self, app, visitor):
        visitor.post("/account/away", first=str(today()), last=str(today() + DAY))
        page = visitor.get("/account").text
        assert "You are away up to and including" in page
        assert "I’m back" in page
        assert visitor.post("/account/return").status_code == 303
        page = visitor.get("/account").text
        assert "You are no longer marked as away." in page
        assert "I’m back" not in page
        assert not row(app, "Ada").is_away(now())

    def test_what_cannot_be_stays_in_the_form(self, app, visitor):
        first, last = today() + 5 * DAY, today() + 2 * DAY
        answer = visitor.post("/account/away", first=str(first), last=str(last))
        assert answer.status_code == 422
        assert "The last day is before the first." in answer.text
        assert f'value="{first}"' in answer.text
        assert row(app, "Ada").away_from is None

    @pytest.mark.parametrize("value", ["", None, "tomorrow", "2026-13-01", "0000-01-01", "99999-01-01", "1\0"])
    def test_what_is_no_day_is_told(self, visitor, value):
        answer = visitor.post("/account/away", first=value, last=str(today()))
        assert answer.status_code == 422
        assert "Choose a day." in answer.text or "Not a valid date value." in answer.text

    def test_without_the_token_nothing_happens(self, app, visitor):
        fields = {"first": str(today()), "last": str(today())}
        assert visitor.client.post("/account/away", data=fields).status_code == 400
        assert visitor.client.post("/account/return").status_code == 400
        assert row(app, "Ada").away_from is None
