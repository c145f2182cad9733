"""The time zone in which somebody reads times."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from flask_babel import format_datetime
from flask_login import login_user

from app.accounts.auth import service
from app.accounts.models import User
from app.accounts.settings import timezones
from app.db import db
from app.i18n.languages import Timezone, current_timezone
from tests.accounts.people import PASSWORD, new_browser, registered, row, seated
from tests.clock import pass_time

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


def browser_in(app, place):
    """Give a browser that tells its time zone."""
    browser = new_browser(app)
    browser.client.set_cookie("timezone", place)
    return browser


def read_in(app, cookie=None, own=None):
    """Return the zone that a reader gets, and noon as they read it."""
    headers = {} if cookie is None else {"Cookie": f"timezone={cookie}"}
    with app.test_request_context(headers=headers):
        if own is not None:
            user = User("Ada", timezone=own)
            user.id = 1
            login_user(user)
        return current_timezone().key, format_datetime(NOON, "HH:mm")


class TestReading:
    """Which zone a reader gets."""

    @pytest.mark.parametrize(
        ("cookie", "own", "key", "time"),
        [
            (None, None, "UTC", "12:00"),
            ("Europe/Paris", None, "Europe/Paris", "14:00"),
            ("America/New_York", "UTC", "America/New_York", "08:00"),
            ("America/New_York", "Asia/Tokyo", "Asia/Tokyo", "21:00"),
            ("America/New_York", "Etc/UTC", "Etc/UTC", "12:00"),
            ("America/New_York", "Mars/Olympus", "America/New_York", "08:00"),
            (None, "Asia/Kathmandu", "Asia/Kathmandu", "17:45"),
            (None, "Asia/Calcutta", "Asia/Calcutta", "17:30"),
        ],
    )
    def test_the_account_s_comes_first_then_the_browser_s(self, app, cookie, own, key, time):
        assert read_in(app, cookie, own) == (key, time)

    @pytest.mark.parametrize(
        "cookie",
        [
            "",
            "America",
            "../../etc/passwd",
            "/etc/localtime",
            "Mars/Olympus",
            "%00",
            "é",
            "x" * 4000,
            "localtime",
            "Factory",
        ],
    )
    def test_nonsense_is_utc(self, app, cookie):
        assert read_in(app, cookie) == ("UTC", "12:00")
        answer = browser_in(app, cookie).get("/signup")
        assert answer.status_code == 200

    def test_nonsense_in_the_account_breaks_no_page(self, app, ada):
        with app.app_context():
            db.session.get_one(User, row(app, "Ada").id).timezone = "../../etc/passwd"
            db.session.commit()
        assert ada.get("/account").status_code == 200

    def test_outside_a_request_it_is_utc(self, context):
        assert current_timezone().key == "UTC"

    def test_every_zone_there_is_can_be_read_in(self, app):
        for name in available_timezones() - {"localtime", "Factory"}:
            expected = NOON.astimezone(ZoneInfo(name)).strftime("%H:%M")
            assert read_in(app, name) == (name, expected)


class TestKeeping:
    """An account without a zone takes the browser's whenever somebody comes in."""

    def test_at_sign_up(self, app):
        browser_in(app, "Europe/Rome").post("/signup", name="Ada", password=PASSWORD)
        assert row(app, "Ada").timezone == "Europe/Rome"

    def test_at_sign_in(self, app, ada):
        assert row(app, "Ada").timezone == "UTC"
        browser_in(app, "Europe/Rome").post("/login", name="Ada", password=PASSWORD)
        assert row(app, "Ada").timezone == "Europe/Rome"
        browser_in(app, "Asia/Tokyo").post("/login", name="Ada", password=PASSWORD)
        assert row(app, "Ada").timezone == "Europe/Rome"

    def test_not_for_a_wrong_password(self, app, ada):
        browser_in(app, "Europe/Rome").post("/login", name="Ada", password="a wrong one")
        assert row(app, "Ada").timezone == "UTC"

    def test_for_a_guest_and_who_becomes_of_one(self, app):
        browser = browser_in(app, "Europe/Rome")
        browser.post("/lobbies", name="Gus", variant="duet")
        assert row(app, "Gus").timezone == "Europe/Rome"
        browser.client.set_cookie("timezone", "Asia/Tokyo")
        browser.post("/signup", name="Gus", password=PASSWORD)
        assert row(app, "Gus").timezone == "Europe/Rome"

    def test_whoever_stays_signed_in_is_asked_once_a_day(self, app, ada):
        ada.client.set_cookie("timezone", "Europe/Rome")
        pass_time(app, timedelta(days=2))
        ada.get("/account")
        assert row(app, "Ada").timezone == "Europe/Rome"
        ada.client.set_cookie("timezone", "Asia/Tokyo")
        pass_time(app, timedelta(days=2))
        ada.get("/account")
        assert row(app, "Ada").timezone == "Europe/Rome"

    def test_nonsense_is_not_kept(self, app):
        browser_in(app, "../../etc/passwd").post("/signup", name="Ada", password=PASSWORD)
        assert row(app, "Ada").timezone == "UTC"

    def test_outside_a_request_a_guest_has_none(self, context):
        assert service.create_guest("Gus").timezone == "UTC"


class TestChoosing:
    """The field of the account page."""

    @pytest.fixture(params=["account", "guest"])
    def visitor(self, request, app):
        """Somebody with an account, or a guest."""
        return registered(app, "Ada") if request.param == "account" else seated(app, "Ada")

    def test_zones_are_offered_by_region_and_city(self, visitor):
        page = visitor.get("/account").text
        assert '<optgroup label="Europe">' in page
        assert '<option value="Europe/Paris">Paris</option>' in page
        assert '<option value="America/Indiana/Knox">Knox, Indiana</option>' in page
        assert '<option selected value="Etc/UTC">UTC</option>' in page
        assert len(re.findall(r'<option selected value="\w+/', page)) == 1

    def test_a_choice_is_kept_and_shown_at_once(self, app, visitor):
        answer = visitor.post("/account/timezone", timezone="Asia/Kathmandu")
        assert (answer.status_code, answer.location) == (303, "/account")
        assert row(app, "Ada").timezone == "Asia/Kathmandu"
        page = visitor.get("/account").text
        assert "Time zone saved." in page
        assert '<option selected value="Asia/Kathmandu">' in page

    def test_utc_may_be_chosen_for_good(self, app, visitor):
        visitor.client.set_cookie("timezone", "Asia/Tokyo")
        assert '<option selected value="Asia/Tokyo">' in visitor.get("/account").text
        visitor.post("/account/timezone", timezone="Etc/UTC")
        assert '<option selected value="Etc/UTC">' in visitor.get("/account").text

    @pytest.mark.parametrize("name", ["", None, "Mars/Olympus", "Europe", "UTC\0"])
    def test_what_is_not_offered_is_refused(self, app, visitor, name):
        answer = visitor.post("/account/timezone", timezone=name)
        assert answer.status_code == 422
        assert row(app, "Ada").timezone == "UTC"

    @pytest.mark.parametrize(
        ("told", "offered"),
        [
            ("Asia/Calcutta", "Asia/Kolkata"),
            ("US/Pacific", "America/Los_Angeles"),
            ("Etc/GMT+3", "Etc/GMT+3"),
            ("UTC", "Etc/UTC"),
        ],
    )
    def test_what_the_browser_tells_is_chosen_already(self, app, visitor, told, offered):
        visitor.client.set_cookie("timezone", told)
        assert f'<option selected value="{offered}">' in visitor.get("/account").text
        assert visitor.post("/account/timezone", timezone=offered).status_code == 303
        assert row(app, "Ada").timezone == offered

    @pytest.mark.parametrize(("language", "city"), [("en", "London"), ("fr", "Londres"), ("it", "Londra")])
    def test_cities_are_called_as_the_reader_calls_them(self, visitor, language, city):
        visitor.post("/language", language=language)
        assert f'<option value="Europe/London">{city}</option>' in visitor.get("/account").text

    def test_every_zone_is_offered_under_one_name(self, app):
        with app.test_request_context():
            groups = timezones.timezone_choices()
            offered = [(group, choice.label) for group, cities in groups.items() for choice in cities]
            assert len(offered) == len(set(offered)) > 400
            values = {choice.value for cities in groups.values() for choice in cities}
            assert {timezones.canonical_name(name) for name in ("Asia/Calcutta", "Europe/Kiev", "US/Eastern")} < values
            assert all(Timezone(value) for value in values)

    def test_without_the_token_nothing_happens(self, app, visitor):
        assert visitor.client.post("/account/timezone", data={"timezone": "Asia/Tokyo"}).status_code == 400
        assert row(app, "Ada").timezone == "UTC"
