"""What happened with an account: told to its owner, to nobody else, and for a while."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import select

from app.accounts import activity_log
from app.accounts.models import AccountEvent
from app.accounts.user_agents import coarse_network
from app.db import db
from app.worker import cleanup
from tests.accounts.email.mailbox import confirmed, save
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, restart, row, seated, signed_in
from tests.clock import pass_time
from tests.notifications.turn_notices import statements

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"


def kinds(app):
    """What was kept, in its order, of everybody."""
    with app.app_context():
        return list(db.session.scalars(select(AccountEvent.kind).order_by(AccountEvent.id)))


def told(browser, path="/account"):
    """The sentences that the page tells, the latest first."""
    listed = browser.get(path).text.partition('id="happened"' if path == "/account" else "<h1>")[2]
    found = re.findall(r"<li>\s*<span>\s*(.+?)\s*<small>", listed, re.DOTALL)
    return [" ".join(sentence.split()) for sentence in found]


def attempt(app, password="a wrong one", name="Ann", **headers):
    """Try to sign in from a browser that was never here."""
    browser = new_browser(app)
    browser.client.environ_base.update(HTTP_USER_AGENT=FIREFOX, REMOTE_ADDR="198.51.100.77", **headers)
    return browser.post("/login", name=name, password=password)


def test_the_owner_sees_who_came_in_and_who_tried(app):
    ann = registered(app, "Ann")
    attempt(app)
    attempt(app)
    attempt(app, PASSWORD)
    assert told(ann) == [
        "Signed in.",
        "Failed sign-in: wrong password. 2 times",
        "Account created.",
    ]
    page = ann.get("/account").text
    assert "Firefox (Linux) at 198.51.100.x" in page
    assert "198.51.100.77" not in page


@pytest.mark.parametrize(
    ("do", "kind"),
    [
        (lambda who: who.post("/account/name", name="Anna"), "renamed"),
        (lambda who: who.post("/account/password", current=PASSWORD, password="another one"), "password-changed"),
        (lambda who: who.post("/account/password", current="wrong", password="another one"), "password-refused"),
        (lambda who: who.post("/account/deletion", password="wrong"), "password-refused"),
        (lambda who: who.post("/account/sessions"), "sessions-ended"),
        (lambda who: save(who, "ann@example.org"), "email-asked"),
        (lambda who: who.post("/logout"), "signed-out"),
    ],
)
def test_each_change_is_kept(app, mailbox, do, kind):
    do(registered(app, "Ann"))
    assert kinds(app) == ["signed-up", kind]


def test_addresses_and_resets_are_kept(app, mailbox):
    ann = registered(app, "Ann")
    confirmed(app, "Ann", "ann@example.org")
    new_browser(app).post("/password", who="Ann")
    new_browser(app).post(mailbox.only().links[0], password="quite another one")
    restart(ann)
    ann = signed_in(app, "Ann", "quite another one")
    save(ann, "anna@example.org", "quite another one")
    ann.post("/account/email/withdrawal")
    ann.post("/account/email/withdrawal")
    save(ann, "", "quite another one")
    assert kinds(app) == [
        "signed-up", "reset-asked", "reset-done", "signed-in", "email-asked", "email-withdrawn", "email-removed",
    ]  # fmt: skip


def test_a_first_address_that_is_confirmed_is_kept(app, mailbox):
    registered(app, "Ann", email="ann@example.org")
    new_browser(app).post(mailbox.only().links[0])
    assert kinds(app) == ["signed-up", "email-changed"]


def test_a_name_that_nobody_has_leaves_nothing_and_costs_the_same(app):
    registered(app, "Ann")
    attempt(app, name="Nemo")
    work = {}
    for name in ("Ann", "Nemo"):
        with app.app_context(), statements() as sent:
            attempt(app, name=name)
        work[name] = [" ".join(statement.split())[:40] for statement, _ in sent]
    assert work["Ann"] == work["Nemo"]
    assert kinds(app) == ["signed-up", "sign-in-failed"]


def test_guests_have_no_such_page(app):
    gus = seated(app, "Gus")
    gus.post("/logout", sure="yes")
    assert kinds(app) == []
    assert seated(app, "Gil").get("/account/events").status_code == 403


def test_no_secret_is_kept(app, mailbox):
    ann = registered(app, "Ann", email="ann@example.org")
    attempt(app, "my own secret")
    ann.post("/account/password", current="my own secret", password="quite another one")
    with app.app_context():
        kept = repr([event.__dict__ for event in db.session.scalars(select(AccountEvent))])
    assert [word for word in ("secret", PASSWORD, "another", "ann@", "Ann") if word in kept] == []


def test_a_long_list_has_pages(app):
    ann = registered(app, "Ann")
    with app.app_context():
        db.session.add_all([AccountEvent(row(app, "Ann").id, "renamed", "Firefox", "") for _ in range(60)])
        db.session.commit()
    assert len(told(ann)) == 5
    assert 'href="/account/events"' in ann.get("/account").text
    path, seen = "/account/events", []
    while path:
        seen.append(len(told(ann, path)))
        older = re.search(r'rel="next"\s+href="([^"]+)"', ann.get(path).text)
        path = older and older[1]
    assert seen == [25, 25, 11]
    assert told(ann, "/account/events?before=nothing") == told(ann, "/account/events")


def test_an_empty_list_says_what_will_stand_there(ann):
    assert "Nothing yet." in ann.get("/account").text


def test_one_sees_one_s_own_alone(app):
    registered(app, "Ann")
    bob = registered(app, "Bob")
    attempt(app)
    assert told(bob) == ["Account created."]


def test_times_are_the_reader_s(app):
    ann = registered(app, "Ann")
    with app.app_context():
        db.session.execute(AccountEvent.__table__.update().values(at="2026-07-01 22:30:00+00"))
        db.session.commit()
    ann.post("/account/timezone", timezone="Europe/Rome")
    assert "2 Jul 2026, 00:30<" in ann.get("/account").text


def test_all_is_forgotten_after_ninety_days(app):
    registered(app, "Ann")
    pass_time(app, activity_log.RETENTION - timedelta(hours=1))
    with app.app_context():
        cleanup.delete_old_login_data()
    assert kinds(app) == ["signed-up"]
    pass_time(app, timedelta(hours=2))
    with app.app_context():
        cleanup.delete_old_login_data()
    assert kinds(app) == []


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.x"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:x"),
        ("::ffff:192.0.2.77", "192.0.2.x"),
        ("", ""),
        (None, ""),
        ("unix:", ""),
    ],
)
def test_of_an_address_the_first_part_is_kept(address, network):
    assert coarse_network(address) == network


class TestSessions:
    """The list of browsers on the page of the account."""

    def test_it_names_them_and_marks_this_one(self, app):
        ann = registered(app, "Ann")
        attempt(app, PASSWORD)
        page = ann.get("/account").text
        assert page.count("This browser</b>") == 1
        assert "Sign out there: Firefox (Linux) at 198.51.100.x" in page

    def test_one_can_be_signed_out_from_here(self, app):
        ann, other = registered(app, "Ann"), signed_in(app, "Ann")
        [number] = re.findall(r'name="session"\s+value="(\d+)"', ann.get("/account").text)
        assert ann.post("/account/sessions", session=number).status_code == 303
        assert "That browser has been signed out." in ann.get("/account").text
        assert (is_in(ann), is_in(other)) == (True, False)
        restart(other)
        assert not is_in(other)
        assert kinds(app)[-1] == "session-ended"

    @pytest.mark.parametrize("number", ["0", "x", "9" * 30, "-1"])
    def test_a_number_of_none_ends_none(self, app, number):
        ann, other = registered(app, "Ann"), signed_in(app, "Ann")
        ann.post("/account/sessions", session=number)
        assert "was already signed out" in ann.get("/account").text
        assert is_in(other)

    def test_nobody_ends_another_s(self, app):
        ann, bob = registered(app, "Ann"), registered(app, "Bob")
        with ann.client.session_transaction() as session:
            number = session["_user_id"].rpartition(".")[2]
        bob.post("/account/sessions", session=number)
        assert is_in(ann)
