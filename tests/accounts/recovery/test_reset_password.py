"""A new password in place of a forgotten one: the page behind the link."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import sleep

import argon2
import pytest
from sqlalchemy import text, update

from app.accounts.auth import passwords
from app.accounts.models import User
from app.db import db
from tests.accounts.email.mailbox import confirmed, save, wait
from tests.accounts.people import PASSWORD, at_once, is_in, new_browser, registered, restart, row, seated, signed_in

ADDRESS = "ada@example.org"
NEW = "quite another one"
HOUR = 3600  # seconds


@pytest.fixture
def ada(app, mailbox):
    """Somebody with a confirmed address."""
    ada = registered(app, "Ada")
    confirmed(app, "Ada", ADDRESS)
    return ada


@pytest.fixture
def link(app, ada, nobody, mailbox):
    """The link that Ada was sent."""
    nobody.post("/password", who="Ada")
    return mailbox.only().links[0]


class TestRenewing:
    """The page behind the link."""

    def test_looking_changes_nothing(self, app, nobody, link):
        before = row(app, "Ada").password_hash
        for _ in range(3):
            page = nobody.get(link)
            assert page.status_code == 200
        assert "<bdi>Ada</bdi>" in page.text
        assert 'value="Ada"' in page.text  # for what keeps passwords
        assert row(app, "Ada").password_hash == before

    def test_a_new_password_signs_in_here_and_out_everywhere_else(self, app, ada, nobody, link, mailbox):
        other = signed_in(app, "Ada")
        answer = nobody.post(link, password=NEW)
        assert (answer.status_code, answer.location) == (303, "/")
        page = nobody.get("/").text
        assert "Your password has been changed" in page
        assert "Hello Ada, you are signed in." in page
        assert [is_in(browser) for browser in (nobody, ada, other)] == [True, False, False]
        restart(ada)
        assert not is_in(ada)
        restart(nobody)
        assert is_in(nobody)
        assert new_browser(app).post("/login", name="Ada", password=PASSWORD).status_code == 422
        assert is_in(signed_in(app, "Ada", NEW))

    def test_the_owner_is_told(self, nobody, link, mailbox):
        nobody.post(link, password=NEW)
        mail = mailbox.only()
        assert (mail.to, mail.subject) == (ADDRESS, "Your password was changed")
        assert "The password of your account Ada was changed" in mail.text
        assert NEW not in mail.text

    def test_it_works_once(self, app, nobody, link):
        nobody.post(link, password=NEW)
        for answer in (new_browser(app).get(link), new_browser(app).post(link, password="yet another one")):
            assert answer.status_code == 410
            assert "ask for a new link" in answer.text
        assert is_in(signed_in(app, "Ada", NEW))

    def test_two_at_once_give_one_password(self, app, link):
        words = ["one that is new", "one that is newer"]
        clicks = [partial(new_browser(app).post, link, password=word) for word in words]
        with ThreadPoolExecutor() as pool:
            with app.app_context(), db.engine.begin() as other:
                other.execute(text("SELECT * FROM users FOR UPDATE"))
                answers = pool.submit(at_once, *clicks)
                sleep(1)  # until both wait
            assert answers.result(timeout=60) == [303, 410]
        assert row(app, "Ada").epoch == 1

    def test_one_link_ends_the_others(self, app, nobody, link, mailbox):
        new_browser(app).post("/password", who=ADDRESS)
        other = mailbox.only().links[0]
        nobody.post(other, password=NEW)
        assert new_browser(app).post(link, password="yet another one").status_code == 410

    def test_it_works_for_an_hour(self, app, nobody, link, monkeypatch):
        wait(monkeypatch, HOUR - 5)
        assert nobody.get(link).status_code == 200
        wait(monkeypatch, 10)
        for answer in (nobody.get(link), nobody.post(link, password=NEW)):
            assert answer.status_code == 410
            assert "This link has expired." in answer.text
        assert is_in(signed_in(app, "Ada"))

    @pytest.mark.parametrize("path", ["/account/password", "/account/sessions", "/account/email", "/account/deletion"])
    def test_what_the_owner_does_meanwhile_ends_it(self, app, ada, nobody, link, path):
        assert (
            ada.post(path, current=PASSWORD, password=PASSWORD if path[-1] != "d" else NEW, email="").status_code == 303
        )
        assert nobody.get(link).status_code == nobody.post(link, password=NEW).status_code == 410
        assert not is_in(nobody)

    def test_any_other_password_ends_it(self, app, nobody, link):
        with app.app_context():
            db.session.execute(update(User).values(password_hash=passwords.hash_new_password(NEW)))
            db.session.commit()
        assert nobody.post(link, password="yet another one").status_code == 410

    def test_a_new_address_ends_it(self, app, ada, nobody, link, mailbox):
        save(ada, "lovelace@example.net")
        for mail in mailbox.fetch():
            ada.post(mail.links[0])
        assert row(app, "Ada").email == "lovelace@example.net"
        assert nobody.post(link, password=NEW).status_code == 410

    def test_a_mail_that_comes_too_late_is_not_sent(self, app, ada, mailbox):
        new_browser(app).post("/password", who="Ada")
        ada.post("/account/password", current=PASSWORD, password=NEW)
        assert mailbox.only().subject == "Your password was changed"

    def test_it_is_no_other_link(self, nobody, link):
        token = link.rpartition("/")[2]
        for path in (f"/email/confirm/{token}", f"/email/agree/{token}", f"/password/{token[:-2]}", "/password/x"):
            answer = nobody.post(path, password=NEW)
            assert answer.status_code == 404
            assert "Copy the whole address" in answer.text
        assert not is_in(nobody)

    def test_a_link_is_for_one_account(self, app, nobody, link, mailbox):
        registered(app, "Bob")
        confirmed(app, "Bob", ADDRESS)
        nobody.post(link, password=NEW)
        assert is_in(signed_in(app, "Bob"))

    @pytest.mark.parametrize(
        ("password", "sentence"),
        [("", "Choose a password."), (None, "Choose a password."), ("short", "at least 8"), ("a" * 257, "has 257")],
    )
    def test_a_password_that_cannot_be_leaves_the_link_alive(self, app, nobody, link, password, sentence):
        answer = nobody.post(link, password=password)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert not is_in(nobody)
        assert nobody.post(link, password=NEW).status_code == 303

    def test_nor_the_name(self, app, nobody, mailbox):
        registered(app, "Countess Ada")
        confirmed(app, "Countess Ada", ADDRESS)
        new_browser(app).post("/password", who="Countess Ada")
        answer = nobody.post(mailbox.only().links[0], password="countess ada")
        assert answer.status_code == 422
        assert "Your name is the first thing" in answer.text

    def test_it_is_hashed_only_for_whom_the_link_belongs_to(self, app, nobody, link, monkeypatch):
        monkeypatch.setattr(argon2.PasswordHasher, "hash", lambda *args: 1 / 0)
        assert nobody.post(f"{link[:-3]}abc", password=NEW).status_code == 404

    def test_nothing_of_the_session_before_is_left(self, nobody, link):
        with nobody.client.session_transaction() as session:
            session["planted"] = "by somebody else"
        token = nobody.csrf_token()
        nobody.post(link, password=NEW)
        with nobody.client.session_transaction() as session:
            assert "planted" not in session
        assert nobody.client.post("/account/sessions", data={"csrf_token": token}).status_code == 400

    def test_somebody_else_s_browser_changes_hands(self, app, link):
        bob = registered(app, "Bob")
        bob.post(link, password=NEW)
        assert "Hello Ada" in bob.get("/account").text

    def test_a_guest_is_warned(self, app, link):
        gus = seated(app, "Gus")
        assert "you lose this guest’s seats and games" in gus.get(link).text

    def test_without_the_token_nothing_happens(self, app, nobody, link):
        assert nobody.client.post(link, data={"password": NEW}).status_code == 400
        assert is_in(signed_in(app, "Ada"))

    def test_no_browser_keeps_the_pages_or_tells_others(self, nobody, link, mailbox):
        pages = ["/password", "/password/asked", link, "/password/x"]
        answers = [nobody.get(page) for page in pages] + [nobody.post(link, password=NEW), nobody.get(link)]
        for answer in answers:
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "same-origin"

    def test_the_browser_is_known_from_then_on(self, nobody, link):
        nobody.post(link, password=NEW)
        assert nobody.client.get_cookie("browser")


def test_a_changed_password_is_told_by_mail(app, ada, mailbox):
    ada.post("/account/password", current=PASSWORD, password=NEW)
    mail = mailbox.only()
    assert (mail.to, mail.subject) == (ADDRESS, "Your password was changed")
    assert mail.links == ["/account", "/password"]


def test_the_link_is_the_site_s_own(app, ada, mailbox):
    browser = new_browser(app)
    browser.post("/password", {"X-Forwarded-Host": "evil.example"}, who="Ada")
    assert mailbox.only().links[0].startswith("/password/")
