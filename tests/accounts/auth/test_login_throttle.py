"""Who guesses a password is stopped, and its owner is not."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from app.accounts import rate_limits, users
from app.accounts.auth import login_throttle
from app.accounts.models import AccountEvent, Attempt
from app.db import db
from tests.accounts.people import PASSWORD, is_in, new_browser, registered

HOME, ABROAD, STRANGER = "198.51.100.7", "203.0.113.7", "192.0.2.1"
MAX_TOTAL = rate_limits.LIMITS["name-anywhere"][0]


def coming_from(browser, address):
    """Let a browser be in the network of an address."""
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser


def attempt(app, address=STRANGER, password="a wrong one", name="Ann"):
    """Try to sign in from an address in a browser that was never here."""
    return coming_from(new_browser(app), address).post("/login", name=name, password=password)


def spread_out(app, name="Ann", tries=MAX_TOTAL):
    """Count so many guesses from as many networks, all of an hour, without a password to check or a page to show."""
    with app.app_context():
        user = users.find_account(name)
        for number in range(tries):
            login_throttle.count_guess("name", users.typed_skeleton(name), user, f"100.64.{number}.1")


@pytest.fixture
def ann(app):
    """Somebody who has signed up at home."""
    browser = coming_from(new_browser(app), HOME)
    assert browser.post("/signup", name="Ann", password=PASSWORD).status_code == 303
    return browser


@pytest.mark.parametrize("tries", [10, 50])
def test_a_stranger_who_guesses_keeps_the_owner_out_of_no_other_network(app, ann, tries):
    assert [attempt(app).status_code for _ in range(tries)] == [422] * 10 + [429] * (tries - 10)
    assert attempt(app, password=PASSWORD).status_code == 429
    assert attempt(app, ABROAD, PASSWORD).status_code == 303
    assert attempt(app, HOME, PASSWORD).status_code == 303


def test_the_owner_s_success_elsewhere_gives_the_stranger_no_more_tries(app, ann):
    for _ in range(10):
        attempt(app)
    assert attempt(app, ABROAD, PASSWORD).status_code == 303
    assert attempt(app).status_code == 429


@pytest.mark.parametrize("address", ["2001:db8:1:2::1", "::ffff:192.0.2.1"])
def test_a_network_of_the_newer_kind_is_one_as_well(app, ann, address):
    assert [attempt(app, address).status_code for _ in range(11)] == [422] * 10 + [429]


def test_guesses_from_many_networks_come_to_an_end(app, ann):
    for number in range(MAX_TOTAL):
        assert attempt(app, f"100.64.{number}.1").status_code == 422
    answer = attempt(app, STRANGER)
    assert answer.status_code == 429
    assert "Try again in 60 minutes." in answer.text
    assert attempt(app, ABROAD, PASSWORD).status_code == 429


def test_they_come_to_an_end_for_a_name_that_nobody_has(app):
    spread_out(app, "Nemo")
    assert attempt(app, STRANGER, name="Nemo").status_code == 429


def test_a_new_browser_at_home_stays_free_even_then(app, ann):
    spread_out(app)
    assert attempt(app, HOME, PASSWORD).status_code == 303
    assert [attempt(app, HOME).status_code for _ in range(11)] == [422] * 10 + [429]


def test_a_known_browser_stays_free_even_then_wherever_it_is(app, ann):
    ann.post("/logout")
    spread_out(app)
    assert coming_from(ann, ABROAD).post("/login", name="Ann", password=PASSWORD).status_code == 303


def test_whoever_is_signed_in_stays_so(app, ann):
    spread_out(app)
    assert is_in(coming_from(ann, ABROAD))


def test_a_network_in_which_somebody_only_tried_is_not_known(app, ann):
    attempt(app, STRANGER)
    spread_out(app, tries=MAX_TOTAL - 1)
    assert attempt(app, STRANGER, PASSWORD).status_code == 429


def test_a_network_is_known_by_its_session_once_the_events_are_forgotten(app, ann):
    with app.app_context():
        db.session.execute(update(AccountEvent).values(kind="renamed"))
        db.session.commit()
    spread_out(app)
    assert attempt(app, HOME, PASSWORD).status_code == 303


def test_one_that_another_account_has_come_from_is_not_known(app, ann):
    bob = coming_from(new_browser(app), ABROAD)
    assert bob.post("/signup", name="Bob", password=PASSWORD).status_code == 303
    spread_out(app)
    assert attempt(app, ABROAD, PASSWORD).status_code == 429


def test_an_unknown_address_is_no_known_network(app):
    registered(app, "Zoe")
    with app.app_context():
        db.session.execute(update(AccountEvent).values(network=""))
        db.session.commit()
    spread_out(app, "Zoe")
    assert attempt(app, "unix:", PASSWORD, "Zoe").status_code == 429


def test_after_an_hour_all_is_as_before(app, ann):
    spread_out(app)
    with app.app_context():
        db.session.execute(update(Attempt).values(since=Attempt.since - timedelta(hours=1)))
        db.session.commit()
    assert attempt(app, ABROAD, PASSWORD).status_code == 303


def test_a_session_left_open_elsewhere_does_not_lock_the_owner_s_own_page(app, ann):
    """Whoever has a copy of the session's cookie, and not the password."""
    thief = coming_from(new_browser(app), STRANGER)
    with ann.client.session_transaction() as own, thief.client.session_transaction() as copied:
        copied.update(own)
    tries = [thief.post("/account/password", current="a guess", password="quite another one") for _ in range(11)]
    assert [answer.status_code for answer in tries] == [422] * 10 + [429]
    answer = ann.post("/account/password", current=PASSWORD, password="quite another one")
    assert answer.status_code == 303
    assert not is_in(thief)
