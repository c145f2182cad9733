"""What somebody does in two tabs at the same moment: whatever was acknowledged stays."""

from functools import partial

import pytest
from sqlalchemy import select

from app.accounts import rate_limits
from app.accounts.auth import passwords, service
from app.accounts.email import addresses
from app.accounts.errors import AccountDeleted, BadName, WrongPassword
from app.accounts.models import User
from app.accounts.names import history
from app.accounts.settings import account
from app.db import db
from tests.accounts.email.mailbox import address_of
from tests.accounts.people import PASSWORD, people, registered, row, seated, signed_in
from tests.concurrency import at_once
from tests.visitor import Visitor

ROUNDS = range(20)


def two_tabs(app, number):
    """Return two tabs of one guest, in a network of their own: sign-ups are limited."""
    tab = seated(app, f"Gus {number}")
    tabs = tab, Visitor(app, tab.name, tab.user)
    for each in tabs:
        each.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{number}"
    return tabs


def sign_up(tab, name, **fields):
    """Send the form for a new account."""
    return partial(tab.post, "/signup", name=name, password=PASSWORD, **fields)


def now(app, person):
    """Return somebody as the database has them."""
    with app.app_context():
        return db.session.get_one(User, person.user.id)


@pytest.mark.parametrize("number", ROUNDS)
def test_one_of_two_sign_ups_makes_the_account_and_the_other_is_told(app, number):
    one, two = two_tabs(app, number)
    names = ("Ann", "Bob")
    answers = at_once([sign_up(one, "Ann", email="ann@x.org"), sign_up(two, "Bob", email="bob@x.org")])
    assert sorted(answer.status_code for answer in answers) == [303, 422]
    won = [answer.status_code for answer in answers].index(303)
    refused = answers[1 - won].text
    assert f"You already signed up in another tab as {names[won]}" in refused
    assert f'value="{names[1 - won]}"' in refused
    assert signed_in(app, names[won])
    assert address_of(app, names[won])[1] == f"{names[won].lower()}@x.org"
    with app.app_context():
        assert [each.name for each in history.load_earlier_names(row(app, names[won]).id)] == [f"Gus {number}"]
    assert people(app) == 1


def test_a_sign_up_in_a_tab_that_was_left_open_is_told_of_the_account(app):
    one, two = two_tabs(app, 1)
    assert sign_up(one, "Ann")().status_code == 303
    assert sign_up(two, "Ann")().status_code == 303, "the same form once more"
    late = sign_up(two, "Bob")()
    assert late.status_code == 422
    assert "You already signed up in another tab as Ann" in late.text
    assert people(app) == 1


@pytest.mark.parametrize("number", ROUNDS)
def test_a_double_click_makes_one_account_and_is_told_so_twice(app, number):
    answers = at_once([sign_up(tab, "Ann") for tab in two_tabs(app, number)])
    assert [answer.status_code for answer in answers] == [303, 303]
    assert signed_in(app, "Ann")
    assert people(app) == 1


@pytest.mark.parametrize("number", ROUNDS)
def test_signing_out_deletes_no_account_that_was_just_made(app, number):
    one, two = two_tabs(app, number)
    made, left = at_once([sign_up(one, "Ann"), partial(two.post, "/logout", sure="yes")])
    assert left.status_code == 303
    assert made.status_code in (303, 422)
    if made.status_code == 303:
        assert signed_in(app, "Ann")
    else:
        assert "You signed out in another tab" in made.text
        assert now(app, one).deleted_at


def test_a_guest_who_is_gone_makes_no_account(app, context):
    gus = seated(app, "Gus")
    stale = db.session.get_one(User, gus.user.id)
    with app.app_context():
        service.erase_guest(db.session.get_one(User, gus.user.id))
    with pytest.raises(BadName):
        service.sign_up("Ann", PASSWORD, "", stale)
    assert not now(app, gus).skeleton


def test_an_account_just_made_outlives_the_guest_s_farewell(app, context):
    gus = seated(app, "Gus")
    stale = db.session.get_one(User, gus.user.id)
    with app.app_context():
        service.sign_up("Ann", PASSWORD, "", db.session.get_one(User, gus.user.id))
    service.erase_guest(stale)
    assert signed_in(app, "Ann")


CHANGES = {
    "name": lambda user: account.change_name(user, "Eve"),
    "language": lambda user: account.change_language(user, "fr"),
    "timezone": lambda user: account.change_timezone(user, "Europe/Rome"),
    "profile": lambda user: account.set_profile_public(user, True),
    "password": lambda user: account.change_password(user, PASSWORD, "quite another one"),
    "email": lambda user: addresses.change_address(user, "ann@example.org", PASSWORD),
    "no email": lambda user: addresses.change_address(user, "", PASSWORD),
    "mails": addresses.resend_confirmations,
    "withdrawal": addresses.cancel_change,
}


@pytest.fixture
def stale(app, context):
    """Ann's account as a request has loaded it, before another one does something to it."""
    registered(app, "Ann")
    return db.session.scalars(select(User)).one()


def elsewhere(app, does, *args):
    """Do something to the account in another request."""
    with app.app_context():
        does(db.session.scalars(select(User)).one(), *args)


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_written_into_an_account_that_was_just_deleted(app, stale, change):
    elsewhere(app, account.delete_account, PASSWORD)
    with pytest.raises(AccountDeleted):
        CHANGES[change](stale)
    db.session.rollback()
    left = row(app, "someone")
    assert (left.skeleton, left.password_hash, left.new_email, left.language) == (None, None, None, "en")
    assert (left.timezone, left.public) == ("UTC", False)


def test_an_account_deleted_meanwhile_is_told_so(app, monkeypatch):
    ann = registered(app, "Ann")
    count = rate_limits.enforce

    def delete_meanwhile(key):
        elsewhere(app, account.delete_account, PASSWORD)
        count(key)

    monkeypatch.setattr(rate_limits, "enforce", delete_meanwhile)
    answer = ann.post("/account/name", name="Eve")
    assert answer.status_code == 410
    assert "This account was deleted in another tab." in answer.text


def test_of_two_names_taken_at_once_both_are_remembered(app, stale):
    elsewhere(app, account.change_name, "Bob")
    account.change_name(stale, "Cat")
    assert [each.name for each in history.load_earlier_names(stale.id)] == ["Bob", "Ann"]


def test_of_two_new_passwords_the_first_stays(app, stale):
    elsewhere(app, account.change_password, PASSWORD, "quite another one")
    with pytest.raises(WrongPassword):
        account.change_password(stale, PASSWORD, "yet another one")
    assert signed_in(app, "Ann", "quite another one")


def test_a_password_that_was_changed_while_it_was_checked_signs_nobody_in(app, stale, monkeypatch):
    matches = passwords.verify_password

    def change_meanwhile(stored, password):
        monkeypatch.undo()
        elsewhere(app, account.change_password, PASSWORD, "quite another one")
        return matches(stored, password)

    monkeypatch.setattr(passwords, "verify_password", change_meanwhile)
    with pytest.raises(WrongPassword):
        service.sign_in("Ann", PASSWORD, "192.0.2.1")
    assert signed_in(app, "Ann", "quite another one")
