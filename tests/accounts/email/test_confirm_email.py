"""The page behind the link that asks at a new e-mail address, and what makes such a link void."""

from functools import partial

import pytest
from sqlalchemy import select, update

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import Delivery
from tests.accounts.email.mailbox import address_of, save, wait
from tests.accounts.people import PASSWORD, at_once, is_in, new_browser, registered

DAY = 24 * 3600  # seconds
ADDRESS = "ada@example.org"


@pytest.fixture
def link(app, mailbox):
    """The link that asks Ada, who signed up with an address."""
    registered(app, "Ada", email=ADDRESS)
    return mailbox.only().links[0]


class TestConfirming:
    """The page behind the link."""

    def test_looking_changes_nothing(self, app, nobody, link):
        """Scanners of mail follow every link."""
        for _ in range(3):
            assert nobody.get(link).status_code == 200
            assert nobody.client.head(link).status_code == 200
        assert address_of(app) == (None, ADDRESS)

    def test_the_button_confirms_without_signing_in(self, app, nobody, link):
        page = nobody.get(link).text
        assert f"Is <b>{ADDRESS}</b> the address of your account <bdi>Ada</bdi>?" in page
        assert f'action="{link}"' in page
        answer = nobody.post(link)
        assert (answer.status_code, answer.location) == (303, "/")
        assert "Your e-mail address is confirmed." in nobody.get("/").text
        assert address_of(app) == (ADDRESS, None)
        assert not is_in(nobody)

    def test_whose_browser_it_is_comes_back_to_the_account(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        assert ada.post(mailbox.only().links[0]).location == "/account"
        assert f"Your address is <b>{ADDRESS}</b>." in ada.get("/account").text

    def test_somebody_else_s_browser_stays_theirs(self, app, zed, link):
        assert zed.post(link).location == "/"
        assert address_of(app) == (ADDRESS, None)
        assert "Zed" in zed.get("/account").text

    def test_a_used_link_does_nothing(self, app, nobody, link):
        nobody.post(link)
        for answer in (nobody.get(link), nobody.post(link)):
            assert answer.status_code == 410
            assert "This link has already been used" in answer.text
            assert 'href="/account"' in answer.text

    def test_two_clicks_at_once_confirm_once(self, app, link):
        assert at_once(*[partial(new_browser(app).post, link) for _ in range(2)]) == [303, 410]
        assert address_of(app) == (ADDRESS, None)

    def test_it_works_for_seven_days(self, app, nobody, link, monkeypatch):
        wait(monkeypatch, 7 * DAY - 5)
        assert nobody.get(link).status_code == 200
        wait(monkeypatch, 10)
        for answer in (nobody.get(link), nobody.post(link)):
            assert answer.status_code == 410
            assert "This link has expired." in answer.text
        assert address_of(app) == (None, ADDRESS)

    def test_a_link_from_a_far_future_is_none(self, app, nobody, link, monkeypatch):
        wait(monkeypatch, -DAY)
        assert nobody.post(link).status_code == 410

    def test_a_link_with_another_letter_is_forged(self, app, nobody, link):
        start = len("/email/confirm/")
        for place in range(start, len(link) - 1):  # of the last letter, some bits say nothing
            other = "A" if link[place] != "A" else "B"
            assert nobody.post(link[:place] + other + link[place + 1 :]).status_code == 404
        assert address_of(app) == (None, ADDRESS)

    @pytest.mark.parametrize("token", ["x", "..", "é", "a.b.c", ".eJw.x.y", "%00", "a" * 5000])
    def test_what_is_no_link_is_told_so(self, nobody, token):
        answer = nobody.get(f"/email/confirm/{token}")
        assert answer.status_code == 404
        assert "Copy the whole address from the e-mail." in answer.text

    def test_a_link_is_for_one_purpose(self, app, nobody, link):
        token = link.rpartition("/")[2]
        for path in (f"/email/agree/{token}", f"/password/{token}"):
            assert nobody.get(path).status_code == nobody.post(path, password=PASSWORD).status_code == 404

    def test_a_link_is_for_one_account(self, app, nobody, mailbox, link):
        registered(app, "Bob", email=ADDRESS)
        theirs = mailbox.only().links[0]
        nobody.post(theirs)
        assert (address_of(app), address_of(app, "Bob")) == ((None, ADDRESS), (ADDRESS, None))

    def test_without_the_token_it_is_not_followed(self, app, nobody, link):
        assert nobody.client.post(link).status_code == 400
        assert address_of(app) == (None, ADDRESS)

    def test_no_browser_keeps_the_page_or_tells_others(self, nobody, link):
        for answer in (nobody.get(link), nobody.post(link), nobody.get(link)):
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "same-origin"


class TestOlderLinks:
    """Whatever came after a link makes it void, for good."""

    def test_another_address_takes_its_place(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        first = mailbox.only().links[0]
        save(ada, "other@example.org")
        second = mailbox.only().links[0]
        assert ada.post(first).status_code == 410
        assert address_of(app) == (None, "other@example.org")
        assert ada.post(second).status_code == 303
        assert address_of(app) == ("other@example.org", None)

    @pytest.mark.parametrize("follow", [True, False])
    def test_an_address_taken_away_and_typed_again_needs_a_new_link(self, app, mailbox, follow):
        ada = registered(app, "Ada", email=ADDRESS)
        first = mailbox.only().links[0]
        if follow:
            ada.post(first)
        save(ada, "")
        save(ada, ADDRESS)
        assert ada.post(first).status_code == 410
        assert address_of(app) == (None, ADDRESS)
        assert ada.post(mailbox.fetch()[-1].links[0]).status_code == 303

    def test_withdrawn_is_withdrawn(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        link = mailbox.only().links[0]
        assert ada.post("/account/email/withdrawal").status_code == 303
        assert address_of(app) == (None, None)
        assert ada.post(link).status_code == 410

    def test_a_mail_that_still_waits_is_not_sent_any_more(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        ada.post("/account/email/withdrawal")
        save(ada, ADDRESS)
        assert mailbox.only().to == ADDRESS

    def test_a_deleted_account_has_none(self, app, mailbox):
        ada = registered(app, "Ada", email=ADDRESS)
        link = mailbox.only().links[0]
        ada.post("/account/email/mails")
        ada.post("/account/deletion", password=PASSWORD)
        assert new_browser(app).post(link).status_code == 410
        assert address_of(app, "someone") == (None, None)
        assert mailbox.fetch() == []
        with app.app_context():
            assert {(mail.state, mail.target) for mail in db.session.scalars(select(Delivery))} == {
                ("done", ""),
                ("dropped", ""),
            }

    def test_nor_one_that_still_has_its_address(self, app, nobody, link):
        with app.app_context():
            db.session.execute(update(User).values(deleted_at=now()))
            db.session.commit()
        assert nobody.get(link).status_code == 410
