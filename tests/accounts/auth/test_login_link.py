"""Signing in by a link in a mail, for whoever is locked out."""

import pytest
from sqlalchemy import select

from app.accounts.models import FOREVER, User
from app.db import db
from app.delivery.models import Delivery
from tests.accounts.email.mailbox import confirmed, wait
from tests.accounts.people import PASSWORD, at_once, is_in, new_browser, registered, restart, row, seated, signed_in
from tests.accounts.recovery.test_link_requests import ADDRESS, LOGIN, ask
from tests.accounts.settings.test_activity_log import kinds, told

NEW = "quite another one"


@pytest.fixture
def ada(app, mailbox):
    """Somebody with a confirmed address."""
    ada = registered(app, "Ada")
    confirmed(app, "Ada", ADDRESS)
    return ada


@pytest.fixture
def link(app, ada, mailbox):
    """The link that Ada was sent."""
    ask(app, LOGIN, "Ada")
    return mailbox.only().links[0]


def test_looking_signs_nobody_in(app, nobody, link):
    for _ in range(3):
        page = nobody.get(link)
        assert page.status_code == 200
        assert "<bdi>Ada</bdi>" in page.text
    assert not is_in(nobody)
    assert nobody.post(link).status_code == 303


def test_it_signs_in_here_and_leaves_other_browsers_alone(app, ada, nobody, link):
    answer = nobody.post(link)
    assert (answer.status_code, answer.location) == (303, "/")
    assert "Hello Ada, you are signed in." in nobody.get("/").text
    assert is_in(ada)
    restart(nobody)
    assert is_in(nobody)
    assert is_in(signed_in(app, "Ada"))


def test_it_lets_the_owner_in_while_others_guess(app, ada, nobody, mailbox):
    for _ in range(11):
        answer = nobody.post("/login", name="Ada", password="a wrong one")
    assert answer.status_code == 429
    nobody.post("/login/link", who="Ada")
    assert nobody.post(mailbox.only().links[0]).status_code == 303
    assert is_in(nobody)


def test_it_works_once(app, nobody, link):
    nobody.post(link)
    other = new_browser(app)
    for answer in (other.get(link), other.post(link)):
        assert answer.status_code == 410
        assert "ask for a new link" in answer.text
    assert not is_in(other)
    nobody.post("/logout")
    assert nobody.post(link).status_code == 410


def test_it_works_once_however_it_is_spelled(app, nobody, link):
    """The last letter of a signature has bits that mean nothing."""
    nobody.post(link)
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=":
        assert new_browser(app).post(link[:-1] + letter).status_code in (404, 410)


def test_of_two_clicks_at_once_one_signs_in(app, link):
    browsers = [new_browser(app) for _ in range(4)]
    assert at_once(*[lambda each=each: each.post(link) for each in browsers]) == [303, 410, 410, 410]
    assert [is_in(each) for each in browsers].count(True) == 1


def test_another_link_works_after_it(app, nobody, link, mailbox, monkeypatch):
    nobody.post(link)
    wait(monkeypatch, 2)
    ask(app, LOGIN, ADDRESS)
    other = new_browser(app)
    assert other.post(mailbox.only().links[0]).status_code == 303
    assert is_in(other)


def test_it_works_for_a_quarter_of_an_hour(app, nobody, link, monkeypatch):
    wait(monkeypatch, 895)
    assert nobody.get(link).status_code == 200
    wait(monkeypatch, 10)
    for answer in (nobody.get(link), nobody.post(link)):
        assert answer.status_code == 410
        assert "This link has expired." in answer.text
    assert not is_in(nobody)


@pytest.mark.parametrize("path", ["/account/password", "/account/sessions", "/account/email", "/account/deletion"])
def test_what_the_owner_does_meanwhile_ends_it(app, ada, nobody, link, path):
    given = {"current": PASSWORD, "password": NEW if path == "/account/password" else PASSWORD, "email": ""}
    assert ada.post(path, **given).status_code == 303
    assert nobody.get(link).status_code == nobody.post(link).status_code == 410
    assert not is_in(nobody)


def test_a_mail_that_comes_too_late_is_not_sent(app, ada, mailbox):
    ask(app, LOGIN, "Ada")
    ada.post("/account/password", current=PASSWORD, password=NEW)
    assert mailbox.only().subject == "Your password was changed"


def test_it_is_no_other_link(app, nobody, link, mailbox):
    token = link.rpartition("/")[2]
    paths = (f"/password/{token}", f"/email/confirm/{token}", f"/login/link/{token[:-2]}", "/login/link/x")
    for path in paths:
        assert nobody.post(path, password=NEW).status_code == 404
    nobody.post("/password", who="Ada")
    reset = mailbox.only().links[0].rpartition("/")[2]
    assert nobody.post(f"/login/link/{reset}").status_code == 404
    assert not is_in(nobody)


def test_a_link_is_for_one_account(app, nobody, link):
    registered(app, "Bob")
    confirmed(app, "Bob", ADDRESS)
    nobody.post(link)
    assert "Hello Ada" in nobody.get("/account").text


def test_who_is_suspended_comes_in_as_far_as_by_the_password(app, nobody, link):
    with app.app_context():
        db.session.get_one(User, row(app, "Ada").id).suspended_until = FOREVER
        db.session.commit()
    by_password = signed_in(app, "Ada")
    assert nobody.post(link).status_code == 303
    for path in ("/account", "/games", "/"):
        assert nobody.get(path).status_code == by_password.get(path).status_code


def test_nothing_of_the_session_before_is_left(nobody, link):
    with nobody.client.session_transaction() as session:
        session["planted"] = "by somebody else"
    token = nobody.csrf_token()
    nobody.post(link)
    with nobody.client.session_transaction() as session:
        assert "planted" not in session
    assert nobody.client.post("/account/sessions", data={"csrf_token": token}).status_code == 400


def test_a_guest_is_warned(app, link):
    assert "you lose this guest’s seats and games" in seated(app, "Gus").get(link).text


def test_without_the_token_nothing_happens(nobody, link):
    assert nobody.client.post(link).status_code == 400
    assert not is_in(nobody)
    assert nobody.post(link).status_code == 303


def test_no_browser_keeps_the_pages_or_tells_others(nobody, link):
    pages = ["/login/link", "/login/link/sent", link, "/login/link/x"]
    answers = [nobody.get(page) for page in pages] + [nobody.post(link), nobody.get(link)]
    for answer in answers:
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_the_browser_is_known_from_then_on(app, nobody, link):
    nobody.post(link)
    nobody.post("/logout")
    for _ in range(11):
        new_browser(app).post("/login", name="Ada", password="a wrong one")
    assert nobody.post("/login", name="Ada", password=PASSWORD).status_code == 303


def test_the_owner_reads_of_it(app, ada, nobody, link):
    nobody.post(link)
    assert kinds(app) == ["signed-up", "link-asked", "signed-in-by-link"]
    assert told(ada)[:2] == ["Signed in with an e-mailed link.", "Sign-in link requested."]


def test_the_link_is_the_site_s_own(app, ada, mailbox):
    new_browser(app).post("/login/link", {"X-Forwarded-Host": "evil.example"}, who="Ada")
    assert mailbox.only().links[0].startswith("/login/link/")


def test_from_where_it_was_asked_for_is_gone_with_the_account(app, ada, link):
    assert ada.post("/account/deletion", password=PASSWORD).status_code == 303
    with app.app_context():
        assert db.session.scalars(select(Delivery.params)).all() == [{}]
