"""An authenticator app on the account page: set up with password and a first code, kept encrypted, turned off again."""

import re
from base64 import b64decode
from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from sqlalchemy import select

from app import create_app
from app.accounts.second_factor import authenticator, encryption
from app.accounts.second_factor.models import AuthenticatorApp, RecoveryCode
from app.config import Settings, secret_keys
from app.db import db
from tests.accounts.email.mailbox import confirmed
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, row, seated
from tests.accounts.second_factor.stepping import STEP, begin, code, codes_of, first_step, secret_of, turned_on

CONFIRMATION = "/account/authenticator/confirmation"


@pytest.fixture
def ann(app):
    return registered(app, "Ann")


def kept(app, model):
    with app.app_context():
        return db.session.scalars(select(model)).all()


def test_the_setup_shows_a_picture_and_the_key(app, ann):
    answer = begin(ann)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert re.search(r'src="data:image/svg\+xml;charset=utf-8,[^"]+"', answer.text)
    with app.app_context():
        uri = urlsplit(authenticator.provisioning_uri(row(app, "Ann"), secret_of(answer)))
    assert (uri.scheme, uri.netloc, unquote(uri.path)) == ("otpauth", "totp", "/Dead Drop:Ann")
    assert parse_qs(uri.query) == {"secret": [secret_of(answer)], "issuer": ["Dead Drop"]}


def test_it_is_on_only_once_a_code_was_right(app, ann):
    secret = secret_of(begin(ann))
    assert new_browser(app).post("/login", name="Ann", password=PASSWORD).location == "/"
    wrong = ann.post(CONFIRMATION, code="000000")
    assert wrong.status_code == 422
    assert secret_of(wrong) == secret, "so that the app need not be set up anew"
    answer = ann.post(CONFIRMATION, code=code(secret))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    assert len(set(codes_of(answer))) == 10
    first_step(app, "Ann")
    page = ann.get("/account").text
    assert "also takes a code from your app." in page
    assert "Authenticator app turned on." in page


def test_without_the_password_there_is_no_secret(app, ann):
    assert begin(ann, "not that one").status_code == 422
    assert begin(ann, "").status_code == 422
    assert kept(app, AuthenticatorApp) == []


def test_a_secret_is_shown_once(ann):
    secret, codes = turned_on(ann)
    pages = [ann.get("/account").text, begin(ann).text, ann.post(CONFIRMATION, code=code(secret)).text]
    assert not [each for each in (secret, *codes) for page in pages if each in page]


def test_a_second_setup_replaces_the_first_until_one_is_confirmed(app, ann):
    first, second = secret_of(begin(ann)), secret_of(begin(ann))
    assert first != second
    assert ann.post(CONFIRMATION, code=code(first)).status_code == 422
    assert ann.post(CONFIRMATION, code=code(second)).status_code == 200
    answer = begin(ann)
    assert answer.status_code == 422
    assert "You already use an authenticator app." in answer.text


def test_a_confirmation_without_a_setup_says_so(ann):
    answer = ann.post(CONFIRMATION, code="123456")
    assert (answer.status_code, answer.location) == (303, "/account")
    assert "Start again" in ann.get("/account").text


def test_the_database_holds_neither_secret_nor_codes(app, ann):
    secret, codes = turned_on(ann)
    (row,) = kept(app, AuthenticatorApp)
    assert b64decode(secret) not in row.secret
    assert secret.encode() not in row.secret
    digests = [each.digest for each in kept(app, RecoveryCode)]
    assert len(digests) == 10
    assert not [each for each in codes if each in digests or each.replace("-", "") in digests]


def test_turning_it_off_takes_the_password(app, ann):
    turned_on(ann)
    assert ann.post("/account/authenticator/removal", password="not that one").status_code == 422
    first_step(app, "Ann")
    assert ann.post("/account/authenticator/removal", password=PASSWORD).status_code == 303
    assert new_browser(app).post("/login", name="Ann", password=PASSWORD).location == "/"
    assert "Authenticator app turned off." in ann.get("/account").text


def test_new_recovery_codes_end_the_old_ones(app, ann):
    _, old = turned_on(ann)
    assert ann.post("/account/recovery-codes", password="not that one").status_code == 422
    answer = ann.post("/account/recovery-codes", password=PASSWORD)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    new = codes_of(answer)
    assert not set(old) & set(new)
    assert first_step(app, "Ann").post(STEP, recovery=old[0]).status_code == 422
    assert first_step(app, "Ann").post(STEP, recovery=new[0]).status_code == 303


def test_who_has_no_second_factor_needs_no_codes(app, ann):
    assert 'id="recovery-codes"' not in ann.get("/account").text
    assert ann.post("/account/recovery-codes", password=PASSWORD).status_code == 422
    assert kept(app, RecoveryCode) == []


def test_every_change_is_mailed(app, mailbox):
    ann = registered(app, "Ann", email="ann@example.org")
    confirmed(app, "Ann", "ann@example.org")
    mailbox.fetch()
    turned_on(ann)
    ann.post("/account/authenticator/removal", password=PASSWORD)
    mails = mailbox.fetch()
    assert {mail.subject for mail in mails} == {"Signing in to your account"}
    said = ("Authenticator app turned on.", "New recovery codes made.", "Authenticator app turned off.")
    assert [line for mail, line in zip(mails, said, strict=True) if line not in mail.text] == []
    assert all("choose a new password at once" in mail.text for mail in mails)


def test_guests_have_none(app):
    guest = seated(app, "Gus")
    for path in ("/account/authenticator", CONFIRMATION, "/account/authenticator/removal", "/account/recovery-codes"):
        assert guest.post(path, password=PASSWORD, code="123456").status_code == 403


def test_a_new_secret_key_reads_old_secrets_and_encrypts_them_anew(app, ann):
    turned_on(ann)
    settings = Settings(database_url=app.config["SQLALCHEMY_DATABASE_URI"], secret_key="tests")
    (before,) = kept(app, AuthenticatorApp)
    with create_app(replace(settings, secret_key="newer", older_keys=("tests",))).app_context():
        secret = encryption.decrypt(before.secret)
        assert authenticator.renew_encryption() == 1
        assert authenticator.renew_encryption() == 0
        db.engine.dispose()
    with create_app(replace(settings, secret_key="newer")).app_context():
        (after,) = db.session.scalars(select(AuthenticatorApp)).all()
        assert encryption.decrypt(before.secret) is None
        assert encryption.decrypt(after.secret) == secret
        db.session.remove()
        db.engine.dispose()


def test_a_lost_secret_key_lets_in_by_recovery_codes_only(app, ann, monkeypatch):
    secret, codes = turned_on(ann)
    browser = first_step(app, "Ann")
    monkeypatch.setattr("app.accounts.second_factor.encryption.decrypt", lambda _: None)
    assert browser.post(STEP, code=code(secret)).status_code == 422
    assert browser.post(STEP, recovery=codes[0]).status_code == 303
    assert is_in(browser)


def test_the_fingerprint_of_a_key_tells_nothing_of_it(app):
    with app.app_context():
        (key,) = secret_keys.signing_keys()
        assert re.fullmatch("[0-9a-f]{16}", encryption.newest_key())
        assert key.encode().hex()[:16] != encryption.newest_key()
