"""GET and POST /notices/stop/<token>: the end of the mails, by the address in each of them."""

import pytest
from flask import Flask
from sqlalchemy import update

from app.accounts.models import User
from app.db import db, now
from app.notifications.settings import preferences, unsubscribe_links
from tests.notifications.turn_notices import HOUR, align, deliveries, later, said, wait, writes_to
from tests.visitor import Visitor

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def address(app: Flask, ann: Visitor) -> str:
    """The address in a mail to Ann."""
    with app.app_context():
        writes_to(ann, rhythm=60, webhook="https://hooks.example.org/1")
        align(wait(ann))
        later(app, HOUR)
        unsubscribe = said(ann).unsubscribe
    assert unsubscribe.startswith("http://127.0.0.1:8000/notices/stop/")
    return unsubscribe.removeprefix("http://127.0.0.1:8000")


def chosen(who):
    with who.app.app_context():
        found = preferences.load_preference(who.user.id)
        return found.mail, found.push, found.webhook, found.rhythm


def test_a_mail_program_ends_them_by_one_post(app, ann, address):
    """RFC 8058: without token, cookie or sign-in; as often as it likes."""
    program = app.test_client()
    for _ in range(2):
        answer = program.post(address, data=ONE_CLICK)
        assert answer.status_code == 200
        assert chosen(ann) == (False, True, "https://hooks.example.org/1", 60)
    with app.app_context():
        assert said(ann) is None
        align()
        align(wait(ann))
        later(app, HOUR)
        assert len(deliveries(ann)) == 1


def test_as_a_form_with_parts_too(app, ann, address):
    answer = app.test_client().post(address, data=ONE_CLICK, content_type="multipart/form-data")
    assert answer.status_code == 200
    assert chosen(ann)[0] is False


def test_looking_at_the_page_changes_nothing(ann, nobody, address):
    page = nobody.get(address)
    assert page.status_code == 200
    assert "Do you want to stop these e-mails?" in page.text
    assert 'href="/notices/settings"' in page.text
    assert chosen(ann)[0] is True


def test_a_person_presses_the_button(ann, nobody, address):
    answer = nobody.post(address)
    assert answer.status_code == 200
    assert "You will no longer get e-mails" in answer.text
    assert chosen(ann)[0] is False
    assert "You will no longer get e-mails" in nobody.get(address).text


def test_whoever_is_signed_in_the_address_decides_whose_mails_end(ann, bob, address):
    bob.post(address)
    assert chosen(ann)[0] is False
    assert chosen(bob)[0] is True


def test_it_works_once_they_are_wanted_again(app, ann, address):
    app.test_client().post(address, data=ONE_CLICK)
    ann.post("/notices/settings", channel="mail", mail="y", rhythm="15")
    app.test_client().post(address, data=ONE_CLICK)
    assert chosen(ann)[0] is False


def test_of_a_deleted_account_nothing_is_kept(app, ann, address):
    with app.app_context():
        db.session.execute(update(User).where(User.id == ann.user.id).values(deleted_at=now()))
        db.session.commit()
    assert app.test_client().post(address, data=ONE_CLICK).status_code == 200
    assert chosen(ann)[0] is True


@pytest.mark.parametrize("token", ["abcdefgh", "x", "WzEsIm1haWwiXQ.AAAA", "%00", "é", "." * 500])
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_was_not_made_here(app, token, method):
    answer = getattr(app.test_client(), method)(f"/notices/stop/{token}")
    assert answer.status_code == 400
    assert "This link is incomplete." in answer.text


def test_a_token_of_something_else(app, ann, address):
    with app.app_context():
        signer = unsubscribe_links._signer()
        others = [signer.dumps(value) for value in ("x", [], {"a": 1}, [[1], "mail"], None, 5)]
        number = signer.loads(address.rpartition("/")[2])[0]
    assert number == ann.user.id
    for token in others:
        assert app.test_client().post(f"/notices/stop/{token}").status_code == 400
    assert chosen(ann)[0] is True


def test_no_other_form_does_without_its_token(ann):
    for path in ("/notices/seen", "/notices/settings", "/notices/test", "/notices/mutes", "/notices/browsers"):
        assert ann.client.post(path).status_code == 400
