"""Signing up."""

from functools import partial
from io import BytesIO

import pytest

from tests.accounts.people import PASSWORD, at_once, is_in, new_browser, people, registered, row, signed_in


@pytest.mark.usefixtures("strong_hashes")
def test_a_name_and_a_password_make_an_account_that_is_signed_in(app, nobody):
    answer = nobody.post("/signup", name="Ann", password=PASSWORD)
    assert (answer.status_code, answer.location) == (303, "/")
    assert "Hello Ann, you are signed in." in nobody.get("/account").text
    user = row(app, "Ann")
    assert user.skeleton == "ann"
    assert (user.email, user.new_email) == (None, None)
    assert user.password_hash.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_an_address_is_optional_trimmed_and_not_yet_confirmed(app, nobody):
    nobody.post("/signup", name="Ann", password=PASSWORD, email=" Ann@Example.ORG ")
    user = row(app, "Ann")
    assert (user.email, user.new_email) == (None, "Ann@example.org")


def test_the_page_says_what_browsers_and_readers_need(nobody):
    page = nobody.get("/signup").text
    for part in (
        'autocomplete="username"',
        'autocomplete="new-password"',
        'autocomplete="email"',
        "Nobody else sees it.",
    ):
        assert part in page


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Enter a name."),
        ({"name": "   "}, "Enter a name."),
        ({"name": None}, "Enter a name."),
        ({"name": "A" * 300}, "this one has 300"),
        ({"name": "A" * 3001}, "this one has 3001"),
        ({"name": "An\0n"}, "is invisible"),
        ({"name": "An\u200bn"}, "is invisible"),
        ({"name": "\u202enna"}, "is invisible"),
        ({"name": "аnn"}, "several alphabets"),
        ({"name": "Someone"}, "reserved for the site"),
        ({"name": "Dead Drop"}, "reserved for the site"),
        ({"name": "<script>"}, "letters, digits, spaces"),
        ({"password": ""}, "Choose a password."),
        ({"password": None}, "Choose a password."),
        ({"password": "seven77"}, "at least 8"),
        ({"password": "p" * 257}, "this one has 257"),
        ({"name": "Anna Bernadette", "password": "anna bernadette"}, "Your name is the first thing"),
        ({"email": "ann"}, "looks like name@"),
        ({"email": "ann@exa\0mple.org"}, "looks like name@"),
        ({"email": "a@b.c" * 200}, "at most 254 characters"),
    ],
)
def test_what_cannot_be_taken_is_said_and_what_was_typed_stays(app, nobody, fields, sentence):
    sent = {"name": "Ann", "password": PASSWORD, "email": "ann@example.org"} | fields
    answer = nobody.post("/signup", **sent)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert PASSWORD not in answer.text
    assert people(app) == 0
    if "email" not in fields:
        assert 'value="ann@example.org"' in answer.text
    if "name" not in fields:
        assert 'value="Ann"' in answer.text


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "A n-n"])
def test_a_name_that_is_taken_is_refused(app, name):
    registered(app, "Ann")
    answer = new_browser(app).post("/signup", name=name, password=PASSWORD)
    assert answer.status_code == 422
    assert "That name is taken" in answer.text
    assert people(app) == 1


@pytest.mark.parametrize(("name", "spoof"), [("Ian", "lan"), ("Bob", "B0b"), ("Coco", "сосо"), ("Amos", "Arnos")])
def test_a_name_that_looks_like_another_is_refused(app, name, spoof):
    registered(app, name)
    assert "too similar to" in new_browser(app).post("/signup", name=spoof, password=PASSWORD).text
    assert people(app) == 1


def test_sign_ups_at_the_same_moment_give_one_account(app):
    send = [
        partial(new_browser(app).post, "/signup", name=name, password=PASSWORD) for name in ("Ann", "ANN", "ann", "aNn")
    ]
    assert at_once(*send) == [303, 422, 422, 422]
    assert people(app) == 1


def test_a_second_click_changes_nothing(app):
    ann = registered(app, "Ann")
    assert ann.post("/signup", name="Ann", password=PASSWORD).status_code == 303
    assert ann.get("/signup").status_code == 303
    assert people(app) == 1


def test_a_field_that_comes_twice_counts_once(app, nobody):
    assert nobody.post("/signup", name=["Ann", "Bob"], password=PASSWORD).status_code == 303
    assert row(app, "Ann").id


def test_a_file_for_a_name_is_no_name(app, nobody):
    fields = {
        "csrf_token": nobody.csrf_token(),
        "password": PASSWORD,
        "name": (BytesIO(b"x"), "ann.txt"),
    }
    assert nobody.client.post("/signup", data=fields).status_code == 422


def test_without_the_token_nothing_happens(app, nobody):
    answer = nobody.client.post("/signup", data={"name": "Ann", "password": PASSWORD})
    assert answer.status_code == 400
    assert "Reload the page" in answer.text
    assert people(app) == 0


def test_a_huge_body_is_turned_away(nobody):
    assert nobody.post("/signup", name="A" * 300_000, password=PASSWORD).status_code == 413


def test_a_password_is_the_same_however_its_letters_were_composed(app):
    registered(app, "Zoe", password="cafe\u0301 au\u00a0lait")
    assert is_in(signed_in(app, "Zoe", "café au lait"))


@pytest.mark.parametrize("password", ["with\0a nul", "✈️❤️👩‍👩‍👧 and so on", "four words " * 23, "  a b  c   d "])
def test_every_character_counts_in_a_password(app, password):
    registered(app, "Zoe", password=password)
    assert is_in(signed_in(app, "Zoe", password))
