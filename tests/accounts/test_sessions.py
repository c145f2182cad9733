"""How long one stays signed in, and what ends it."""

from datetime import UTC, datetime, timedelta

import pytest
from flask_login import encode_cookie

from app import create_app
from app.config import Settings
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, restart, row, signed_in
from tests.visitor import Visitor


def test_one_stays_signed_in_when_the_browser_restarts(app):
    ann = registered(app, "Ann")
    restart(ann)
    assert is_in(ann)
    with ann.client.session_transaction() as session:
        assert session["_user_id"] == row(app, "Ann").get_id()


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


def test_production_cookies_go_over_https_only(app):
    settings = Settings(database_url=app.config["SQLALCHEMY_DATABASE_URI"], secret_key="tests", production=True)
    browser = Visitor(create_app(settings), "browser")
    fields = {"name": "Ann", "password": PASSWORD, "csrf_token": browser.csrf_token()}
    answer = browser.client.post("/signup", data=fields, base_url="https://localhost")
    cookies = {cookie.partition("=")[0]: cookie for cookie in answer.headers.getlist("Set-Cookie")}
    assert set(cookies) == {"__Host-session", "__Host-remember", "__Host-browser"}
    for cookie in cookies.values():
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))


def test_signing_out_everywhere_ends_all_sessions_but_this(app):
    ann, other = registered(app, "Ann"), signed_in(app, "Ann")
    assert ann.post("/account/sessions").status_code == 303
    assert "Every other browser is signed out." in ann.get("/account").text
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
