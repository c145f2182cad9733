"""Another e-mail address in place of a confirmed one: asked for at both, changed once both have said yes."""

from functools import partial

import pytest

from tests.accounts.email.mailbox import address_of, confirmed, save, wait, waiting
from tests.accounts.people import PASSWORD, at_once, new_browser, registered, row

OLD, NEW = "ada@example.org", "lovelace@example.net"
WEEK = 7 * 24 * 3600  # seconds


@pytest.fixture
def ada(app, mailbox):
    """Somebody with a confirmed address."""
    ada = registered(app, "Ada")
    confirmed(app, "Ada", OLD)
    return ada


@pytest.fixture
def asked(ada, mailbox):
    """The links to confirm and to agree, after Ada has asked."""
    assert save(ada, NEW).status_code == 303
    mails = {mail.to: mail for mail in mailbox.fetch()}
    assert set(mails) == {OLD, NEW}
    return mails[NEW].links[0], mails[OLD].links[0]


def test_both_are_asked_and_the_old_one_stays(app, ada, mailbox):
    save(ada, NEW)
    assert address_of(app) == (OLD, NEW)
    page = ada.get("/account").text
    assert f"E-mails are on their way to {NEW} and {OLD}." in page
    assert f"Your address is <b>{OLD}</b>." in page
    confirm, agree = sorted(mailbox.fetch(), key=lambda mail: mail.to, reverse=True)
    assert (confirm.to, agree.to) == (NEW, OLD)
    assert agree.subject == "Change your account’s e-mail address?"
    assert "change the e-mail address of your account Ada from this one to l…@example.net." in agree.text
    assert NEW not in agree.text + agree.html
    assert "If this was not you, choose a new password at once" in agree.text
    assert agree.links[1] == "/password"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_it_is_changed_once_both_have_confirmed(app, nobody, asked, order):
    first, second = (asked[i] for i in order)
    assert nobody.post(first).status_code == 303
    assert address_of(app) == (OLD, NEW)
    assert "once you also open the link sent to" in nobody.get("/").text
    assert nobody.get(first).status_code == 410
    assert nobody.post(second).status_code == 303
    assert address_of(app) == (NEW, None)
    assert "Your e-mail address is confirmed." in nobody.get("/").text
    assert nobody.post(second).status_code == 410


def test_both_links_at_the_same_moment(app, asked):
    assert at_once(*[partial(new_browser(app).post, link) for link in asked * 2]) == [303, 303, 410, 410]
    assert address_of(app) == (NEW, None)


def test_the_account_says_what_is_missing(ada, nobody, asked):
    assert "once you open the links in two e-mails" in ada.get("/account").text
    nobody.post(asked[0])
    assert f"<b>{NEW}</b> is confirmed. It will replace your address once" in ada.get("/account").text


def test_or_that_one_has_agreed(ada, nobody, asked):
    nobody.post(asked[1])
    assert f"You approved the change of your address to <b>{NEW}</b>. Now open" in ada.get("/account").text


def test_the_page_for_agreeing_shows_as_little_as_the_mail(nobody, asked):
    page = nobody.get(asked[1]).text
    assert "from ada@example.org to <b>l…@example.net</b>" in page
    assert NEW not in page


def test_only_what_is_missing_is_sent_again(ada, nobody, asked, mailbox):
    nobody.post(asked[1])
    ada.post("/account/email/mails")
    assert mailbox.only().to == NEW


def test_what_was_answered_meanwhile_is_not_sent_again(ada, nobody, asked, mailbox):
    ada.post("/account/email/mails")
    nobody.post(asked[1])
    assert mailbox.only().to == NEW


def test_what_was_replaced_meanwhile_is_not_sent(ada, mailbox):
    save(ada, NEW)
    save(ada, "third@example.com")
    assert [mail.to for mail in mailbox.fetch()] == ["third@example.com", OLD]


def test_agreeing_is_not_confirming(app, nobody, asked):
    confirm, agree = (link.rpartition("/")[2] for link in asked)
    assert nobody.post(f"/email/confirm/{agree}").status_code == 404
    assert nobody.post(f"/email/agree/{confirm}").status_code == 404


@pytest.mark.parametrize("withdraw", ["/account/email/withdrawal", "the old address"])
def test_it_can_be_withdrawn_after_one_has_confirmed(app, ada, nobody, asked, withdraw):
    nobody.post(asked[0])
    answer = ada.post(withdraw) if withdraw[0] == "/" else save(ada, OLD)
    assert answer.status_code == 303
    assert f"Your e-mail address is still {OLD}." in ada.get("/account").text
    assert [nobody.post(link).status_code for link in asked] == [410, 410]
    assert address_of(app) == (OLD, None)


def test_what_one_has_confirmed_holds_for_that_address_only(app, ada, nobody, asked, mailbox):
    for link in asked[:1]:
        nobody.post(link)
    save(ada, "third@example.com")
    links = {mail.to: mail.links[0] for mail in mailbox.fetch()}
    assert nobody.post(asked[1]).status_code == 410
    assert nobody.post(links[OLD]).status_code == 303
    assert address_of(app) == (OLD, "third@example.com")
    assert nobody.post(links["third@example.com"]).status_code == 303
    assert address_of(app) == ("third@example.com", None)


def test_back_to_the_first_of_two_needs_new_links(app, ada, nobody, asked, mailbox):
    nobody.post(asked[1])
    save(ada, "third@example.com")
    save(ada, NEW)
    assert [nobody.post(link).status_code for link in asked] == [410, 410]
    for mail in mailbox.fetch()[-2:]:
        assert nobody.post(mail.links[0]).status_code == 303
    assert address_of(app) == (NEW, None)


def test_agreeing_takes_seven_days_at_most(app, nobody, asked, monkeypatch):
    wait(monkeypatch, WEEK - 5)
    assert nobody.get(asked[1]).status_code == 200
    wait(monkeypatch, 10)
    assert nobody.post(asked[1]).status_code == 410


def test_a_new_password_stops_it(app, ada, nobody, asked, mailbox):
    """As the mail to the old address says."""
    nobody.post(asked[0])
    ada.post("/account/password", current=PASSWORD, password="quite another one")
    assert address_of(app) == (OLD, None)
    assert [nobody.post(link).status_code for link in asked] == [410, 410]
    assert mailbox.only().to == OLD


def test_a_new_password_does_not_stop_a_first_address(app, mailbox):
    bob = registered(app, "Bob", email=OLD)
    link = mailbox.only().links[0]
    bob.post("/account/password", current=PASSWORD, password="quite another one")
    assert bob.post(link).status_code == 303
    assert address_of(app, "Bob") == (OLD, None)


class TestTakingAway:
    """An empty field, and the password."""

    def test_the_address_is_told(self, app, ada, mailbox):
        assert save(ada, " ").status_code == 303
        assert address_of(app) == (None, None)
        assert "Your account has no e-mail address." in ada.get("/account").text
        mail = mailbox.only()
        assert (mail.to, mail.subject) == (OLD, "Your e-mail address was removed")
        assert "removed from your account Ada" in mail.text

    def test_only_with_the_password(self, app, ada):
        assert save(ada, "", "a wrong one").status_code == 422
        assert address_of(app) == (OLD, None)
        assert waiting(app) == []

    def test_with_what_was_asked_for(self, app, ada, nobody, asked):
        save(ada, "")
        assert address_of(app) == (None, None)
        assert [nobody.post(link).status_code for link in asked] == [410, 410]

    def test_guesses_at_the_password_are_limited(self, app, ada):
        assert [save(ada, "", "a wrong one").status_code for _ in range(11)] == [422] * 10 + [429]


def test_a_change_is_the_account_s_own(app, asked):
    bob = registered(app, "Bob")
    confirmed(app, "Bob", OLD)
    save(bob, NEW)
    for link in asked:
        bob.post(link)
    assert (address_of(app), address_of(app, "Bob")) == ((NEW, None), (OLD, NEW))


def test_deleting_keeps_no_address(app, ada, asked):
    ada.post("/account/deletion", password=PASSWORD)
    user = row(app, "someone")
    assert (user.email, user.new_email, user.new_email_proven, user.new_email_agreed) == (None, None, False, False)
