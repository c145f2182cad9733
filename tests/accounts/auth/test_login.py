"""Signing in."""

import argon2
import pytest
from argon2 import PasswordHasher
from sqlalchemy import event, update

from app.accounts.auth import passwords
from app.accounts.models import User
from app.db import db
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, restart, row, seated, signed_in

WRONG = "Wrong name or password."


@pytest.mark.parametrize("name", ["Anna B.", "anna b.", " ANNA B ", "annab"])
def test_the_right_password_signs_in_however_the_name_is_written(app, name):
    registered(app, "Anna B.")
    assert is_in(signed_in(app, name))


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Ann", "another password"),
        ("Bob", PASSWORD),
        ("Ann\0", "another password"),
        ("\0", PASSWORD),
        ("ﷺ" * 300, PASSWORD),
        ("A" * 4000, PASSWORD),
        ("Ann", "p" * 4000),
        ("Ann", "nul\0" * 3),
        ("someone", PASSWORD),
    ],
)
def test_one_answer_for_whatever_is_wrong(app, nobody, name, password):
    registered(app, "Ann")
    answer = nobody.post("/login", name=name, password=password)
    assert answer.status_code == 422
    assert WRONG in answer.text
    assert password not in answer.text
    assert not is_in(nobody)


@pytest.mark.parametrize("fields", [{"name": ""}, {"name": None}, {"password": ""}, {"password": None}])
def test_a_missing_field_is_asked_for_and_the_other_stays(nobody, fields):
    answer = nobody.post("/login", **({"name": "Ann", "password": PASSWORD} | fields))
    assert answer.status_code == 422
    assert "Enter your" in answer.text
    assert ('value="Ann"' in answer.text) == ("name" not in fields)


def test_a_name_that_exists_and_one_that_does_not_cost_the_same(app, monkeypatch):
    """As many hashes and as many queries: neither the answer nor the clock tells who has an account."""
    registered(app, "Ann")
    new_browser(app).post("/login", name="Nemo", password="a wrong one")  # the address is counted before
    assert work(app, monkeypatch, "Ann") == work(app, monkeypatch, "Bob")


def work(app, monkeypatch, name):
    done = []
    monkeypatch.setattr(
        argon2._password_hasher,
        "verify_secret",
        lambda *args: done.append("hash") or argon2.low_level.verify_secret(*args),
    )
    with app.app_context():
        engine = db.engine
    note = lambda *args: done.append(str(args[2]).split()[0])  # noqa: E731
    event.listen(engine, "before_cursor_execute", note)
    try:
        assert WRONG in new_browser(app).post("/login", name=name, password="a wrong one").text
    finally:
        event.remove(engine, "before_cursor_execute", note)
        monkeypatch.undo()
    assert done.count("hash") == 1
    return done


def test_a_guest_s_name_is_no_account(app, nobody):
    seated(app, "Gus")
    assert WRONG in nobody.post("/login", name="Gus", password=PASSWORD).text


@pytest.mark.usefixtures("strong_hashes")
def test_an_older_hash_is_renewed_at_sign_in(app):
    registered(app, "Ann")
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD)
    with app.app_context():
        db.session.execute(update(User).values(password_hash=old))
        db.session.commit()
    signed_in(app, "Ann")
    assert "m=19456,t=2,p=1" in row(app, "Ann").password_hash
    assert is_in(signed_in(app, "Ann"))


def test_a_broken_hash_lets_nobody_in(app):
    assert not passwords.verify_password("not a hash", PASSWORD)


@pytest.mark.parametrize("path", ["/lobbies/k3x9?a=1&b=2", "/games/k3x9", "/"])
def test_next_leads_back_to_where_one_came_from(app, path):
    registered(app, "Ann")
    assert (
        new_browser(app).post("/login?next=" + path.replace("&", "%26"), name="Ann", password=PASSWORD).location == path
    )
    assert new_browser(app).post("/login", next=path, name="Ann", password=PASSWORD).location == path
    assert new_browser(app).post("/signup", next=path, name="Bob", password=PASSWORD).location == path


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/\r\nSet-Cookie: a=b",
        "/\0",
        " //evil.example",
        "javascript:alert(1)",
        "evil.example",
        "/" + "a" * 2000,
        "",
    ],
)
def test_next_never_leads_to_another_site(app, target):
    registered(app, "Ann")
    browser = new_browser(app)
    assert browser.post("/login", next=target, name="Ann", password=PASSWORD).location == "/"
    assert browser.client.get("/login", query_string={"next": target}).location == "/"


def test_next_survives_a_wrong_password_and_the_way_to_sign_up(nobody):
    answer = nobody.post("/login?next=/lobbies/k3x9", name="Ann", password="a wrong one")
    assert 'action="/login?next=/lobbies/k3x9"' in answer.text
    assert 'href="/signup?next=/lobbies/k3x9"' in answer.text


def test_a_page_that_needs_an_account_sends_to_sign_in_and_back(app):
    registered(app, "Ann")
    browser = new_browser(app)
    answer = browser.get("/account")
    assert (answer.status_code, answer.location) == (303, "/login?next=/account")
    assert "Please sign in first." in browser.get(answer.location).text
    assert browser.post(answer.location, name="Ann", password=PASSWORD).location == "/account"


def test_a_form_that_needs_an_account_leads_back_to_its_page(nobody):
    answer = nobody.post("/account/name", headers={"Referer": "http://localhost/account?x=1"}, name="Ann")
    assert answer.location == "/login?next=/account?x%3D1"
    answer = nobody.post("/account/name", headers={"Referer": "http://evil.example/account"}, name="Ann")
    assert answer.location == "/login"


def test_htmx_is_told_to_go_to_the_sign_in_page(nobody):
    answer = nobody.get("/account", hx_request="true", hx_current_url="http://localhost/games/k3x9")
    assert answer.status_code == 401
    assert answer.headers["HX-Redirect"] == "/login?next=/games/k3x9"


def test_a_page_opened_before_signing_in_says_that_it_is_old(app):
    """The session begins anew, so that nothing planted in it before outlives signing in."""
    registered(app, "Ann")
    browser = new_browser(app)
    token = browser.csrf_token()
    browser.post("/login", name="Ann", password=PASSWORD)
    answer = browser.client.post("/account/name", data={"csrf_token": token, "name": "Eve"})
    assert answer.status_code == 400
    assert "Reload the page" in answer.text


def test_nothing_of_the_session_before_is_left(app):
    registered(app, "Ann")
    browser = new_browser(app)
    with browser.client.session_transaction() as session:
        session["planted"] = "by somebody else"
    browser.post("/login", name="Ann", password=PASSWORD)
    with browser.client.session_transaction() as session:
        assert "planted" not in session


def test_a_second_click_signs_in_all_the_same(app):
    ann = registered(app, "Ann")
    assert ann.post("/login", name="Ann", password=PASSWORD).status_code == 303
    assert ann.get("/login").location == "/"


def test_a_guest_is_warned_before_signing_in_to_an_account(app):
    registered(app, "Ann")
    gus = seated(app, "Gus")
    assert "you lose this guest’s seats and games" in gus.get("/login").text
    gus.post("/login", name="Ann", password=PASSWORD)
    restart(gus)
    assert "Change name" in gus.get("/account").text
