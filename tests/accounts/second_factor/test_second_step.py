"""The second step: no session without it, codes that count once, and no way round by links in mails."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from app.accounts.models import BrowserSession
from app.accounts.second_factor import second_step
from app.db import db, now
from tests.accounts import test_tokens as tokens
from tests.accounts.email.mailbox import confirmed
from tests.accounts.passkeys.using import added, enter
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, restart, row
from tests.accounts.second_factor.stepping import (
    HALF_MINUTE,
    STEP,
    begin,
    code,
    first_step,
    forget_codes,
    secret_of,
    turned_on,
)


@pytest.fixture
def ann(app):
    return registered(app, "Ann")


def test_the_password_alone_opens_nothing(app, ann):
    turned_on(ann)
    browser = first_step(app, "Ann", next="/rules")
    assert not is_in(browser)
    assert browser.client.get_cookie("remember") is None
    with browser.client.session_transaction() as session:
        assert "_user_id" not in session
    page = browser.get(STEP).text
    assert "Six-digit code" in page
    assert 'autocomplete="one-time-code"' in page


def test_password_and_code_sign_in_and_lead_on(app, ann):
    secret, _ = turned_on(ann)
    browser = first_step(app, "Ann", next="/rules")
    answer = browser.post(STEP + "?next=/rules", code=code(secret))
    assert (answer.status_code, answer.location) == (303, "/rules")
    assert is_in(browser)
    page = browser.get("/account").text
    assert "Signed in with a code from the authenticator app." in page
    assert "First step of signing in: right password or link." in page


def test_a_wrong_password_asks_for_no_code(app, ann):
    turned_on(ann)
    browser = new_browser(app)
    assert browser.post("/login", name="Ann", password="not that one").status_code == 422
    assert browser.get(STEP).location == "/login"


def test_a_code_counts_once(app, ann):
    secret, _ = turned_on(ann)
    entered = code(secret)
    assert first_step(app, "Ann").post(STEP, code=entered).status_code == 303
    again = first_step(app, "Ann")
    answer = again.post(STEP, code=entered)
    assert answer.status_code == 422
    assert "That code is incorrect, or has been used." in answer.text
    assert not is_in(again)


def test_the_code_of_the_setup_does_not_sign_in_either(app, ann):
    secret = secret_of(begin(ann))
    entered = code(secret)
    assert ann.post("/account/authenticator/confirmation", code=entered).status_code == 200
    assert first_step(app, "Ann").post(STEP, code=entered).status_code == 422


@pytest.mark.parametrize(("steps", "status"), [(-2, 422), (-1, 303), (0, 303), (1, 303), (2, 422)])
def test_the_clock_of_a_phone_may_be_half_a_minute_wrong(app, ann, monkeypatch, steps, status):
    secret, _ = turned_on(ann)
    moment = now().replace(second=15, microsecond=0)
    monkeypatch.setattr("app.accounts.second_factor.authenticator.now", lambda: moment)
    browser = first_step(app, "Ann")
    assert browser.post(STEP, code=code(secret, moment + steps * HALF_MINUTE)).status_code == status


def test_an_earlier_code_than_the_last_one_is_refused(app, ann):
    secret, _ = turned_on(ann)
    moment = now()
    assert first_step(app, "Ann").post(STEP, code=code(secret, moment)).status_code == 303
    assert first_step(app, "Ann").post(STEP, code=code(secret, moment - HALF_MINUTE)).status_code == 422


@pytest.mark.parametrize("entered", ["", "000000x", "12345", "1" * 7, "１２３４５６", "\0", "é" * 6])
def test_nonsense_is_refused(app, ann, entered):
    turned_on(ann)
    browser = first_step(app, "Ann")
    assert browser.post(STEP, code=entered).status_code == 422
    assert not is_in(browser)


def test_a_code_may_be_typed_in_two_halves(app, ann):
    secret, _ = turned_on(ann)
    typed = code(secret)
    assert first_step(app, "Ann").post(STEP, code=f" {typed[:3]} {typed[3:]} ").status_code == 303


def test_a_recovery_code_counts_once_and_its_use_is_told(app, ann):
    _, codes = turned_on(ann)
    browser = first_step(app, "Ann")
    typed = codes[3].upper().replace("-", " ")
    assert browser.post(STEP, recovery=typed).status_code == 303
    assert is_in(browser)
    page = browser.get("/account").text
    assert "You have 9 codes left." in page
    assert "Signed in with a recovery code." in page
    assert first_step(app, "Ann").post(STEP, recovery=codes[3]).status_code == 422
    assert first_step(app, "Ann").post(STEP, recovery=codes[4]).status_code == 303


def test_codes_of_another_are_refused(app, ann):
    turned_on(ann)
    secret, codes = turned_on(registered(app, "Bob"))
    browser = first_step(app, "Ann")
    assert browser.post(STEP, code=code(secret)).status_code == 422
    assert browser.post(STEP, recovery=codes[0]).status_code == 422
    assert not is_in(browser)


def test_a_passkey_takes_both_steps_at_once(app, ann):
    turned_on(ann)
    device = added(ann)
    browser = first_step(app, "Ann")
    assert "data-options" in browser.get(STEP).text
    assert enter(browser, device).status_code == 303
    assert is_in(browser)


def test_guesses_are_limited_whoever_guesses(app, ann):
    secret, _ = turned_on(ann)
    browser = first_step(app, "Ann")
    for _ in range(10):
        assert browser.post(STEP, code="000000").status_code == 422
    answer = browser.post(STEP, code=code(secret))
    assert (answer.status_code, "Retry-After" in answer.headers) == (429, True)
    assert "Failed sign-in: right password or link, wrong code." in ann.get("/account").text


def test_a_day_of_guesses_from_everywhere_is_limited_too(app, ann, monkeypatch):
    _, codes = turned_on(ann)
    monkeypatch.setitem(second_step.guesses.rate_limits.LIMITS, "code-anywhere", (2, timedelta(days=1)))
    for number in range(3):
        browser = first_step(app, "Ann")
        browser.client.environ_base["REMOTE_ADDR"] = f"192.0.{number}.1"
        status = browser.post(STEP, code="000000").status_code
    assert status == 429
    assert browser.post(STEP, recovery=codes[0]).status_code == 303, "a recovery code cannot be guessed"


def test_a_right_code_forgets_the_wrong_ones(app, ann):
    secret, _ = turned_on(ann)
    for _ in range(3):
        browser = first_step(app, "Ann")
        for _ in range(5):
            browser.post(STEP, code="000000")
        assert browser.post(STEP, code=code(secret)).status_code == 303
        forget_codes(app)


def test_the_first_step_holds_for_ten_minutes(app, ann, monkeypatch):
    secret, _ = turned_on(ann)
    browser = first_step(app, "Ann")
    monkeypatch.setattr(second_step, "VALID_FOR", timedelta(seconds=-1))
    answer = browser.post(STEP, code=code(secret))
    assert (answer.status_code, answer.location) == (303, "/login")
    assert not is_in(browser)


def test_a_new_password_ends_first_steps(app, ann):
    secret, _ = turned_on(ann)
    browser = first_step(app, "Ann")
    assert ann.post("/account/password", current=PASSWORD, password="five words in a row").status_code == 303
    assert browser.post(STEP, code=code(secret)).location == "/login"
    assert not is_in(browser)


def test_without_a_first_step_there_is_no_second(ann, nobody):
    for answer in (nobody.get(STEP), nobody.post(STEP, code="000000"), ann.get(STEP)):
        assert (answer.status_code, answer.location) == (303, "/login")


def mailed(mailbox, browser, path):
    """Ask for a link to Ann's account, and return it."""
    mailbox.fetch()
    browser.post(path, who="Ann")
    return mailbox.only().links[0]


def test_a_mailed_link_is_a_first_step_only(app, mailbox):
    ann = registered(app, "Ann", email="ann@example.org")
    confirmed(app, "Ann", "ann@example.org")
    secret, _ = turned_on(ann)
    browser = new_browser(app)
    answer = browser.post(mailed(mailbox, browser, "/login/link"))
    assert (answer.status_code, answer.location) == (303, STEP)
    assert not is_in(browser)
    assert browser.post(STEP, code=code(secret)).status_code == 303
    assert is_in(browser)


def test_a_reset_password_is_a_first_step_only(app, mailbox):
    ann = registered(app, "Ann", email="ann@example.org")
    confirmed(app, "Ann", "ann@example.org")
    _, codes = turned_on(ann)
    browser = new_browser(app)
    answer = browser.post(mailed(mailbox, browser, "/password"), password="five words in a row")
    assert (answer.status_code, answer.location) == (303, STEP)
    assert not is_in(browser)
    assert not is_in(ann)
    assert "Your password has been changed" in browser.get(STEP).text
    assert browser.post(STEP, recovery=codes[0]).status_code == 303
    assert is_in(browser)


def test_the_remember_cookie_keeps_what_the_session_began_with(app, ann):
    secret, _ = turned_on(ann)
    browser = first_step(app, "Ann")
    browser.post(STEP, code=code(secret))
    restart(browser)
    assert is_in(browser)
    with app.app_context():
        query = select(BrowserSession.second_factor).where(BrowserSession.user_id == row(app, "Ann").id)
        assert list(db.session.scalars(query)) == [True, True]


def test_a_new_password_keeps_it_too(app, ann):
    turned_on(ann)
    ann.post("/account/password", current=PASSWORD, password="five words in a row")
    assert ann.post("/account/recovery-codes", password="five words in a row").status_code == 200


def test_a_browser_from_before_takes_the_step_before_it_changes_ways_to_sign_in(app, ann):
    """Whoever has an old session and the password cannot turn the app off."""
    old = new_browser(app)
    old.post("/login", name="Ann", password=PASSWORD)
    secret, _ = turned_on(ann)
    assert is_in(old)
    for path in ("/account/authenticator/removal", "/account/recovery-codes", "/account/passkeys/new"):
        answer = old.post(path, password=PASSWORD)
        assert (answer.status_code, answer.location) == (303, STEP + "?next=/account")
    assert old.post(STEP, code="000000").status_code == 422
    assert old.post(STEP, code=code(secret)).status_code == 303
    assert old.post("/account/authenticator/removal", password=PASSWORD).status_code == 303
    assert first_login(app) == "/"


def first_login(app):
    return new_browser(app).post("/login", name="Ann", password=PASSWORD).location


def test_signing_in_leads_to_no_other_site(app, ann):
    secret, _ = turned_on(ann)
    browser = first_step(app, "Ann", next="//zqx.example")
    assert browser.post(STEP + "?next=//zqx.example", code=code(secret)).location == "/"


def test_tokens_of_the_api_need_no_second_step(app, ann):
    token = tokens.secret_of(tokens.make(ann))
    turned_on(ann)
    answer = new_browser(app).get("/api/account", authorization=f"Bearer {token}")
    assert answer.status_code == 200
