"""Admins confirm their password before they decide; it counts for a quarter of an hour."""

import pytest

from app.accounts import users
from app.accounts.auth import reauthentication
from app.db import now
from tests.accounts.people import PASSWORD, registered
from tests.accounts.second_factor.strong import new_session, use_session
from tests.moderation.conftest import admin
from tests.moderation.reporting import decide, measures, reported, reports

REASON = "Mind what you say."


@pytest.fixture
def number(ann, bob, classic) -> int:
    """A report of Ann's about Bob."""
    return reported(ann, bob, classic)


@pytest.fixture
def eve(app):
    """An admin with a password, which was not asked for lately."""
    eve = registered(app, "Eve")
    eve.name = "Eve"
    return confirmed_at(admin(app, eve), None)


def confirmed_at(person, moment):
    """Let somebody have confirmed the password at a time, or not."""
    with person.client.session_transaction() as session:
        session.pop(reauthentication.SESSION_KEY, None)
        if moment:
            session[reauthentication.SESSION_KEY] = moment.timestamp()
    return person


@pytest.mark.parametrize("decision", ["dismissed", "warned", "suspended"])
def test_without_the_password_nothing_is_decided_and_nothing_typed_is_lost(app, eve, number, decision):
    answer = decide(eve, number, decision, days="30", reason=REASON)
    assert answer.status_code == 422
    assert "Enter your password." in answer.text
    assert REASON in answer.text
    assert '<option value="30" selected>' in answer.text
    assert (reports(app)[0].decision, measures(app)) == (None, [])


def test_nor_is_anybody_judged_or_let_off_without_a_report(app, bob, eve):
    for decision in ("warned", "suspended", "lifted"):
        answer = eve.post(f"/admin/people/{bob.user.id}/measures", decision=decision, days="7", reason=REASON)
        assert answer.status_code == 422
        assert "Enter your password." in answer.text
    assert measures(app) == []


def test_a_wrong_password_keeps_everything_but_itself(app, eve, number):
    answer = decide(eve, number, "warned", reason=REASON, password="not that one")
    assert answer.status_code == 422
    assert "That password is incorrect." in answer.text
    assert REASON in answer.text
    assert "not that one" not in answer.text
    assert reports(app)[0].decision is None


def test_the_right_password_counts_for_a_quarter_of_an_hour(app, ann, bob, classic, eve, number):
    assert 'name="password"' in eve.get(f"/admin/reports/{number}").text
    assert decide(eve, number, "warned", reason=REASON, password=PASSWORD).status_code == 303
    second = reported(ann, bob, classic, about="name", kind="name")
    assert 'name="password"' not in eve.get(f"/admin/reports/{second}").text
    assert decide(eve, second, "dismissed").status_code == 303
    assert [report.decision for report in reports(app)] == ["warned", "dismissed"]


def test_it_counts_where_something_else_was_wrong(eve, number):
    answer = decide(eve, number, "warned", reason="", password=PASSWORD)
    assert answer.status_code == 422
    assert "Give a reason: the person will read it." in answer.text
    assert decide(eve, number, "warned", reason=REASON).status_code == 303


def test_it_is_over_after_a_quarter_of_an_hour(eve, number):
    assert decide(confirmed_at(eve, now() - reauthentication.VALID_FOR), number, "dismissed").status_code == 422
    assert decide(confirmed_at(eve, now() - reauthentication.VALID_FOR / 2), number, "dismissed").status_code == 303


def test_signing_out_ends_it(app, eve, number):
    confirmed_at(eve, now())
    eve.post("/logout")
    eve.post("/login", name="Eve", password=PASSWORD)
    with app.app_context():
        user = users.find_account("Eve")
        use_session(eve, user, new_session(user))
    assert decide(eve, number, "dismissed").status_code == 422


def test_guesses_are_counted_with_those_of_the_account_page(app, eve, number):
    for _ in range(5):
        eve.post("/account/password", current="not that one", password="quite another one")
        decide(eve, number, "warned", reason=REASON, password="not that one")
    answer = decide(eve, number, "warned", reason=REASON, password=PASSWORD)
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    assert "Too many tries." in answer.text
    assert REASON in answer.text
    assert reports(app)[0].decision is None
