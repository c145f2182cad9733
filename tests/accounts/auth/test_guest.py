"""Playing without an account, and making one later."""

import pytest

from app.accounts.auth import service
from app.accounts.errors import BadName
from app.db import db
from tests.accounts.people import PASSWORD, is_in, new_browser, people, registered, row, seated, signed_in


def test_a_guest_has_a_name_and_nothing_else(app):
    seated(app, " Gus  the guest ")
    guest = row(app, "Gus the guest")
    assert guest.is_guest
    assert (guest.skeleton, guest.password_hash, guest.email) == (None, None, None)


def test_guests_may_share_a_name(app):
    seated(app, "Gus")
    seated(app, "Gus")
    assert people(app) == 2


@pytest.mark.parametrize("name", ["", "x", "Gus\0", "аnn", "someone", "G" * 300, "(guest)"])
def test_a_guest_s_name_has_the_shape_of_any_name(app, context, name):
    with pytest.raises(BadName):
        service.create_guest(name)


@pytest.mark.parametrize("name", ["Ann", "ANN", "A.n.n"])
def test_an_account_s_name_is_not_for_guests(app, name):
    registered(app, "Ann")
    with app.app_context(), pytest.raises(BadName, match="belongs to an account"):
        service.create_guest(name)


def test_making_a_guest_does_not_commit(app, context):
    service.create_guest("Gus")
    db.session.rollback()
    assert people(app) == 0


def test_the_account_page_offers_a_guest_an_account(app):
    page = seated(app, "Gus").get("/account").text
    assert "You are playing as a guest" in page
    assert 'action="/signup"' in page
    assert 'value="Gus"' in page


@pytest.mark.parametrize("name", ["Gus", "Augustus"])
def test_a_guest_who_signs_up_stays_the_same_person(app, name):
    gus = seated(app, "Gus")
    before = row(app, "Gus")
    assert gus.post("/signup", name=name, password=PASSWORD, email="gus@example.org").status_code == 303
    after = row(app, name)
    assert (after.id, after.is_guest, after.new_email) == (before.id, False, "gus@example.org")
    assert people(app) == 1
    assert "Change name" in gus.get("/account").text
    assert is_in(signed_in(app, name))


def test_a_refused_sign_up_leaves_the_guest_a_guest(app):
    registered(app, "Ann")
    gus = seated(app, "Gus")
    answer = gus.post("/signup", name="Ann", password=PASSWORD, email="gus@example.org")
    assert answer.status_code == 422
    assert "You are playing as <bdi>Gus</bdi> (guest)" in answer.text
    assert 'value="Ann"' in answer.text
    guest = row(app, "Gus")
    assert guest.is_guest
    assert (guest.password_hash, guest.email, guest.new_email) == (None, None, None)


def test_a_second_click_makes_one_account(app):
    gus = seated(app, "Gus")
    for _ in range(2):
        assert gus.post("/signup", name="Gus", password=PASSWORD).status_code == 303
    assert people(app) == 1


@pytest.mark.parametrize(
    "form", ["email", "email/mails", "email/withdrawal", "password", "language", "sessions", "deletion"]
)
def test_a_guest_has_no_account_to_change(app, form):
    gus = seated(app, "Gus")
    assert gus.post(f"/account/{form}", name="Ann", password="", current="").status_code == 403
    assert row(app, "Gus").is_guest


def test_an_account_may_take_a_guest_s_name(app):
    seated(app, "Gus")
    assert new_browser(app).post("/signup", name="Gus", password=PASSWORD).status_code == 303
