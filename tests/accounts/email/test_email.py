"""A first e-mail address: nothing but the question goes to it before it is confirmed."""

import re

import pytest
from sqlalchemy import select

from app.db import db
from app.delivery.models import Delivery
from tests.accounts.email.mailbox import address_of, confirmed, save, waiting
from tests.accounts.people import PASSWORD, new_browser, registered

DAY = 24 * 3600  # seconds
ADDRESS = "ada@example.org"


class TestAsking:
    """Sign-up and the form of the account."""

    def test_sign_up_asks_at_the_address(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        assert address_of(app) == (None, ADDRESS)
        page = ada.get("/account").text
        assert f"An e-mail is on its way to {ADDRESS}." in page
        assert f"<b>{ADDRESS}</b> is not confirmed yet" in page
        mail = mailbox.only()
        assert (mail.to, mail.subject) == (ADDRESS, "Confirm your e-mail address")
        assert mail.links[0].startswith("/email/confirm/")

    def test_the_question_names_nobody(self, app, mailbox):
        """A stranger's address must not be a way to have something written to that stranger."""
        registered(app, "Buy at shop.example", email=ADDRESS)
        mail = mailbox.only()
        assert "shop" not in mail.text + mail.html + mail.subject

    def test_an_account_without_asks_later(self, app, ada, mailbox):
        assert save(ada, " Ada@Example.org ").status_code == 303
        assert address_of(app) == (None, "Ada@example.org")
        assert 'value="Ada@example.org"' in ada.get("/account").text
        assert mailbox.only().to == "Ada@example.org"

    @pytest.mark.parametrize("password", ["a wrong one", "", None])
    def test_only_with_the_password(self, app, ada, password):
        """Whoever sits down at an open browser could else make the account theirs, by a forgotten password."""
        answer = save(ada, ADDRESS, password)
        assert answer.status_code == 422
        assert f'value="{ADDRESS}"' in answer.text
        assert "password" in answer.text
        assert address_of(app) == (None, None)
        assert waiting(app) == []

    @pytest.mark.parametrize(
        "email",
        ["ada", "ada@", "@b.org", "a@b@c.org", "a da@b.org", "ada@b", "ada@b.", "ada@.b", "a,b@c.org", "<a>@b.org"],
    )
    def test_what_can_be_no_address_is_refused(self, app, ada, email):
        answer = save(ada, email)
        assert answer.status_code == 422
        assert "looks like name@" in answer.text
        assert address_of(app) == (None, None)

    @pytest.mark.parametrize(
        "email", ["a\r\nBcc: b@c.org", "a(b)@c.org", 'a"b@c.org', "a;b@c.org", "a@b.org\\", "a\0@b.org"]
    )
    def test_nothing_that_could_be_two_addresses_is_taken(self, app, ada, email):
        assert save(ada, email).status_code == 422
        assert address_of(app) == (None, None)

    def test_an_address_has_an_end(self, ada):
        assert "at most 254" in save(ada, "a" * 243 + "@example.org").text
        assert save(ada, "a" * 242 + "@example.org").status_code == 303

    def test_without_the_token_nothing_happens(self, app, ada):
        for path in ("", "/mails", "/withdrawal"):
            answer = ada.client.post(f"/account/email{path}", data={"email": ADDRESS, "password": PASSWORD})
            assert answer.status_code == 400
        assert address_of(app) == (None, None)

    def test_no_link_lies_in_the_database(self, app, mailbox):
        registered(app, "Ada", email=ADDRESS)
        assert mailbox.only().links
        with app.app_context():
            (delivery,) = db.session.scalars(select(Delivery))
        assert delivery.params == {"round": 0}

    def test_links_lead_to_the_site_s_own_address(self, app, mailbox):
        """Not to what a request calls it."""
        browser, there = new_browser(app), {"base_url": "http://localhost:4711"}
        token = re.search('name="csrf_token" value="([^"]+)"', browser.client.get("/signup", **there).text)[1]
        fields = {"name": "Ada", "password": PASSWORD, "email": ADDRESS, "csrf_token": token}
        assert browser.client.post("/signup", data=fields, **there).status_code == 303
        assert "4711" not in mailbox.only().text


class TestAgain:
    """Mails can be asked for again."""

    def test_a_button_sends_it_again(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        first = mailbox.only().links[0]
        assert ada.post("/account/email/mails").status_code == 303
        again = mailbox.only().links[0]
        ada.post(first)
        assert ada.get(again).status_code == 410

    def test_so_does_typing_it_again(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        first = mailbox.only().links[0]
        save(ada, ADDRESS)
        assert mailbox.only().to == ADDRESS
        assert ada.post(first).status_code == 303

    def test_five_times_an_hour(self, app, ada, mailbox):
        assert [save(ada, f"ada{i}@example.org").status_code for i in range(4)] == [303] * 4
        assert ada.post("/account/email/mails").status_code == 303
        for answer in (ada.post("/account/email/mails"), save(ada, "more@example.org")):
            assert answer.status_code == 429
            assert "Try again in 60 minutes." in answer.text
        assert address_of(app) == (None, "ada3@example.org")
        assert len(waiting(app)) == 5

    def test_where_nothing_waits_nothing_is_sent(self, app, ada):
        confirmed(app, "Ada", ADDRESS)
        assert ada.post("/account/email/mails").status_code == 303
        assert waiting(app) == []


class TestStrangers:
    """What others learn of an address, and what is sent to it."""

    def test_an_address_may_belong_to_several(self, app, nobody, mailbox):
        for name in ("Ada", "Bob"):
            registered(app, name, email=ADDRESS)
        for mail in mailbox.fetch():
            nobody.post(mail.links[0])
        assert address_of(app) == address_of(app, "Bob") == (ADDRESS, None)

    def test_sign_up_says_the_same_whether_or_not_it_belongs_to_somebody(self, app, nobody):
        registered(app, "Ada")
        confirmed(app, "Ada", ADDRESS)
        pages = []
        for name, address in (("Bob", ADDRESS), ("Cat", "new@example.org")):
            browser = new_browser(app)
            answer = browser.post("/signup", name=name, password=PASSWORD, email=address)
            notices = re.findall('<p class="notice.*?</p>', browser.get("/account").text, re.DOTALL)
            said = [notice.replace(name, "X").replace(address, "Y") for notice in notices]
            pages.append((answer.status_code, answer.location, said))
        assert "Y is saved" in pages[0][2][1]
        assert pages[0] == pages[1]

    def test_a_stranger_gets_ten_questions_a_day_and_nobody_is_told(self, app, mailbox):
        browsers = [
            registered(app, f"Ada {i}", email=ADDRESS.replace("ada", "ADA" if i % 2 else "ada")) for i in range(12)
        ]
        assert len(mailbox.fetch()) == 10
        assert "An e-mail is on its way" in browsers[-1].get("/account").text
        assert browsers[-1].post("/account/email/mails").status_code == 303
        assert mailbox.fetch() == []

    def test_a_name_that_is_taken_uses_none_of_them_up(self, app, mailbox):
        registered(app, "Ada")
        for _ in range(12):
            new_browser(app).post("/signup", name="Ada", password=PASSWORD, email=ADDRESS)
        registered(app, "Bob", email=ADDRESS)
        assert mailbox.only().to == ADDRESS

    def test_nothing_else_is_sent_to_it(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        assert mailbox.only().subject == "Confirm your e-mail address"
        ada.post("/account/password", current=PASSWORD, password="quite another one")
        new_browser(app).post("/password", who="Ada")
        new_browser(app).post("/password", who=ADDRESS)
        save(ada, "", "quite another one")
        assert mailbox.fetch() == []


class TestWithoutMail:
    """A site that sends none promises none."""

    def test_the_account_says_so(self, app, nobody):
        nobody.post("/signup", name="Ada", password=PASSWORD, email=ADDRESS)
        page = nobody.get("/account").text
        assert f"{ADDRESS} is saved, but cannot be confirmed" in page
        assert "This site does not send e-mail" in page
        assert "is on its way" not in page
        assert "Open the link" not in page
        assert "forgotten password" not in new_browser(app).get("/signup").text

    def test_files_are_told_of(self, ada, mailbox):
        assert "in the folder var/mail" in ada.get("/account").text

    def test_where_mails_arrive_nothing_is_said(self, app, ada, monkeypatch):
        monkeypatch.setitem(app.config, "SMTP_URL", "smtp://127.0.0.1:1")
        page = ada.get("/account").text
        assert "var/mail" not in page
        assert "does not send e-mail" not in page
        assert "With a confirmed address, you can reset" in page
