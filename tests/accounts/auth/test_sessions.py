"""How long one stays signed in, and what ends it."""

from datetime import UTC, datetime, timedelta

import pytest
from flask_login import encode_cookie

from app import create_app
from app.accounts.auth.login_manager import load_user
from app.config import Settings
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, restart, row, signed_in
from tests.notifications.turn_notices import statements


def test_one_stays_signed_in_when_the_browser_restarts(app):
    ann = registered(app, "Ann")
    restart(ann)
    assert is_in(ann)
    with ann.client.session_transaction() as session:
        assert session["_user_id"].startswith(f"{row(app, 'Ann').get_id()}.")


def test_one_stays_signed_in_when_the_server_restarts(app):
    ann = registered(app, "Ann")
    again = create_app(Settings(database_url=app.config["SQLALCHEMY_DATABASE_URI"], secret_key=app.secret_key))
    ann.client.application = again
    assert is_in(ann)


def test_the_cookie_lasts_half_a_year_from_the_last_start(app):
    ann = registered(app, "Ann")
    cookie = ann.client.get_cookie("remember")
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    assert timedelta(days=179) < cookie.expires - datetime.now(UTC) < timedelta(days=181)
    restart(ann)
    assert any(value.startswith("remember=") for value in ann.get("/account").headers.getlist("Set-Cookie"))
    assert not any(value.startswith("remember=") for value in ann.get("/account").headers.getlist("Set-Cookie"))


def copied(browser):
    """Give a browser into which somebody has copied the cookies of another."""
    thief = new_browser(browser.app)
    for name in ("session", "remember"):
        thief.client.set_cookie(name, browser.client.get_cookie(name).value)
    return thief


def test_a_copied_cookie_ends_when_its_session_is_signed_out(app):
    ann, other = registered(app, "Ann"), signed_in(app, "Ann")
    thief = copied(ann)
    assert is_in(thief)
    ann.post("/logout")
    assert not is_in(thief)
    restart(thief)
    assert not is_in(thief)
    assert is_in(other)


def test_a_poll_that_is_answered_after_the_sign_out_takes_back_nothing_of_it(app):
    ann = registered(app, "Ann")
    poll = copied(ann)
    ann.post("/logout")
    assert poll.fragment("/bell").headers.getlist("Set-Cookie") == []
    assert "Cookie" in poll.fragment("/bell").vary
    assert "You are signed out." in ann.get("/").text


@pytest.mark.parametrize("form", ["password", "sessions"])
def test_a_copied_cookie_ends_when_its_browser_begins_anew(app, form):
    ann = registered(app, "Ann")
    thief = copied(ann)
    assert ann.post(f"/account/{form}", current=PASSWORD, password="quite another one").status_code == 303
    assert is_in(ann)
    assert not is_in(thief)


def test_a_cookie_of_before_there_were_rows_is_good_until_its_person_signs_out(app):
    ann = registered(app, "Ann")
    with ann.client.session_transaction() as session:
        session["_user_id"] = row(app, "Ann").get_id()
    thief = copied(ann)
    restart(ann)
    with app.app_context():
        ann.client.set_cookie("remember", encode_cookie(row(app, "Ann").get_id()))
    assert is_in(ann)
    assert is_in(thief)
    ann.post("/logout")
    assert not is_in(ann)
    assert not is_in(thief)


def test_nobody_gets_in_by_the_number_of_somebody_else_s_session(app):
    registered(app, "Ann")
    ann = row(app, "Ann").get_id()
    bob = registered(app, "Bob")
    with bob.client.session_transaction() as session:
        session["_user_id"] = f"{ann}.{session['_user_id'].rpartition('.')[2]}"
    bob.client.delete_cookie("remember")
    assert not is_in(bob)


def test_of_very_many_sessions_the_one_not_seen_for_longest_ends(app, monkeypatch):
    monkeypatch.setattr("app.accounts.auth.session_store.MAX_SESSIONS", 2)
    ann, bob = registered(app, "Ann"), registered(app, "Bob")
    others = [signed_in(app, "Ann") for _ in range(2)]
    assert [is_in(browser) for browser in (ann, bob, *others)] == [False, True, True, True]


def test_a_session_is_read_with_its_account_by_one_statement(app):
    ann = registered(app, "Ann")
    with ann.client.session_transaction() as session:
        cookie = session["_user_id"]
    with app.test_request_context(), statements() as sent:
        assert load_user(cookie).name == "Ann"
    assert len(sent) == 1


def test_signing_out_everywhere_ends_all_sessions_but_this(app):
    ann, other = registered(app, "Ann"), signed_in(app, "Ann")
    assert ann.post("/account/sessions").status_code == 303
    assert "All other browsers have been signed out." in ann.get("/account").text
    restart(ann)
    assert is_in(ann)
    assert not is_in(other)
    restart(other)
    assert not is_in(other)


@pytest.mark.parametrize("cookie", ["1.0|forged", "1.0|é", "é|é", "|", "", "x" * 3000])
def test_a_forged_cookie_is_nobody(app, cookie):
    registered(app, "Ann")
    browser = new_browser(app)
    browser.client.set_cookie("remember", cookie)
    browser.client.set_cookie("session", cookie)
    browser.client.set_cookie("browser", cookie)
    assert browser.get("/account").status_code == 303
    assert browser.post("/login", name="Ann", password="a wrong one").status_code == 422


@pytest.mark.parametrize("user_id", ["", "1", "1.", ".", "x.y", "٣.0", "1.0.0", "-1.0", "99999.0"])
def test_a_signed_cookie_that_names_nobody_is_nobody(app, user_id):
    browser = new_browser(app)
    with app.app_context():
        browser.client.set_cookie("remember", encode_cookie(user_id))
    assert browser.get("/account").status_code == 303
