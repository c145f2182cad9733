"""Deleting the account."""

from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from tests.accounts.people import PASSWORD, is_in, new_browser, people, registered, row, signed_in


def test_the_row_stays_without_anything_about_the_person(app):
    ann = registered(app, "Ann", email="ann@example.org")
    answer = ann.post("/account/deletion", password=PASSWORD)
    assert (answer.status_code, answer.location) == (303, "/")
    user = row(app, "someone")
    assert user.display_name == "someone"
    assert (user.skeleton, user.password_hash, user.email) == (None, None, None)
    assert not user.is_guest


def test_every_browser_is_signed_out_and_none_comes_back(app):
    ann = registered(app, "Ann")
    other = signed_in(app, "Ann")
    ann.post("/account/deletion", password=PASSWORD)
    assert not is_in(ann)
    assert not is_in(other)
    assert new_browser(app).post("/login", name="Ann", password=PASSWORD).status_code == 422
    assert new_browser(app).post("/login", name="someone", password=PASSWORD).status_code == 422


def test_a_session_of_the_deleted_ends_even_with_the_right_epoch(app):
    ann = registered(app, "Ann")
    ann.post("/account/deletion", password=PASSWORD)
    with app.app_context():
        user_id = db.session.scalars(select(User)).one().get_id()
    with ann.client.session_transaction() as session:
        session["_user_id"] = user_id
    assert not is_in(ann)


def test_a_wrong_password_deletes_nothing(app):
    ann = registered(app, "Ann")
    for password in ("a wrong one", "", None):
        answer = ann.post("/account/deletion", password=password)
        assert answer.status_code == 422
        assert "password" in answer.text
    assert is_in(ann)
    assert row(app, "Ann").deleted_at is None


def test_the_name_is_free_again(app):
    registered(app, "Ann").post("/account/deletion", password=PASSWORD)
    registered(app, "Ann")
    assert people(app) == 2


def test_the_page_says_what_happens(app):
    page = registered(app, "Ann").get("/account").text
    assert "Your games stay" in page
    assert "your name in them becomes “someone”" in page
