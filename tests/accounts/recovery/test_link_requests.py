"""Asking for a mailed link: one that signs in, or one that sets a forgotten password."""

from dataclasses import dataclass

import pytest
from sqlalchemy import event

from app.db import db
from tests.accounts.email.mailbox import confirmed, save, waiting
from tests.accounts.people import new_browser, registered, seated

ADDRESS = "ada@example.org"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0"


@dataclass(frozen=True)
class Request:
    """One of the two forms: its address, that of the page that follows, and what its mail and pages say."""

    path: str
    sent: str
    kind: str
    subject: str
    text: str
    page: str
    valid: str

    def __str__(self) -> str:
        return self.kind


RESET = Request(
    "/password",
    "/password/asked",
    "reset-password",
    "Reset your password",
    "password of your account Ada",
    "This only works if your account has a confirmed address",
    "expires after an hour",
)
LOGIN = Request(
    "/login/link",
    "/login/link/sent",
    "login-link",
    "Your sign-in link",
    "Someone using Firefox (Linux) at 192.0.2.x asked for a link",
    "Send me a sign-in link",
    "expires after 15 minutes",
)


@pytest.fixture(params=[RESET, LOGIN], ids=str)
def form(request):
    """Each of the two forms."""
    return request.param


@pytest.fixture
def ada(app, mailbox):
    """Somebody with a confirmed address."""
    ada = registered(app, "Ada")
    confirmed(app, "Ada", ADDRESS)
    return ada


def ask(app, form, who, address="192.0.2.1"):
    """Ask for a link from an address, in a browser that was never here."""
    browser = new_browser(app)
    browser.client.environ_base.update(REMOTE_ADDR=address, HTTP_USER_AGENT=FIREFOX)
    return browser.post(form.path, who=who)


def work(app, form, who):
    """What the database does for one request, by its first word."""
    done = []
    with app.app_context():
        engine = db.engine
    note = lambda *args: done.append(str(args[2]).split()[0])  # noqa: E731
    end = lambda connection: done.append("COMMIT")  # noqa: E731
    event.listen(engine, "before_cursor_execute", note)
    event.listen(engine, "commit", end)
    try:
        assert ask(app, form, who).status_code == 303
    finally:
        event.remove(engine, "before_cursor_execute", note)
        event.remove(engine, "commit", end)
    return done


def test_sign_in_leads_there(nobody, mailbox, form):
    assert f'href="{form.path}"' in nobody.get("/login").text
    assert form.page in nobody.get(form.path).text


def test_it_is_offered_to_whoever_is_locked_out(ada, nobody):
    tries = [nobody.post("/login", name="A da", password="a wrong one") for _ in range(11)]
    assert tries[-1].status_code == 429
    assert 'action="/login/link"' in tries[-1].text
    assert 'name="who" value="A da"' in tries[-1].text
    assert "Send me a sign-in link" not in tries[0].text


@pytest.mark.parametrize("who", ["Ada", " ADA ", "A.d.a", ADDRESS, "ADA@Example.org", f" {ADDRESS} "])
def test_by_name_or_address(app, ada, mailbox, form, who):
    answer = ask(app, form, who)
    assert (answer.status_code, answer.location) == (303, form.sent)
    mail = mailbox.only()
    assert (mail.to, mail.subject) == (ADDRESS, form.subject)
    assert form.text in " ".join(mail.text.split())
    assert form.valid in new_browser(app).get(form.sent).text


def test_a_mail_for_each_account_of_the_address(app, ada, mailbox, form):
    for i in range(6):
        registered(app, f"Bob {i}")
        confirmed(app, f"Bob {i}", ADDRESS.upper())
    ask(app, form, ADDRESS)
    mails = mailbox.fetch()
    assert len(mails) == 5
    assert {mail.to.lower() for mail in mails} == {ADDRESS}
    assert ["Ada" in mails[0].text, "Bob 0" in mails[1].text] == [True, True]


@pytest.mark.parametrize(
    "who", ["Bob", "Gus", "Cat", "cat@example.org", "x@y.z", "someone", "\0", "@", "%", "é" * 4000]
)
def test_others_get_the_same_answer_and_no_mail(app, ada, mailbox, form, who):
    registered(app, "Bob")
    registered(app, "Cat", email="cat@example.org")  # never confirmed
    seated(app, "Gus")
    mailbox.fetch()
    known, other = ask(app, form, "Ada"), ask(app, form, who)
    assert (known.status_code, known.location, known.data) == (other.status_code, other.location, other.data)
    assert sorted(known.headers.keys()) == sorted(other.headers.keys())
    assert waiting(app) == [(form.kind, ADDRESS)]


def test_an_address_that_is_being_changed_gets_it_at_the_confirmed_one_alone(app, ada, mailbox, form):
    save(ada, "lovelace@example.net")
    mailbox.fetch()
    assert ask(app, form, "lovelace@example.net").status_code == 303
    assert waiting(app) == []
    ask(app, form, "Ada")
    assert waiting(app) == [(form.kind, ADDRESS)]


@pytest.mark.parametrize(("known", "unknown"), [("Ada", "Bob"), (ADDRESS, "bob@example.org")])
def test_the_work_is_the_same(app, ada, form, known, unknown):
    """As many statements and commits, but for the mail and the owner's own record of it: neither the answer nor the
    clock tells who is here.
    """
    ask(app, form, "somebody else")  # the network is counted before
    mail, record = "INSERT", "WITH"
    assert sorted(work(app, form, known)) == sorted([*work(app, form, unknown), mail, record])


def test_nothing_typed_is_asked_for(nobody, mailbox, form):
    answer = nobody.post(form.path, who="")
    assert answer.status_code == 422
    assert "Enter your name or e-mail address." in answer.text


def test_without_the_token_nothing_happens(app, ada, nobody, form):
    assert nobody.client.post(form.path, data={"who": "Ada"}).status_code == 400
    assert waiting(app) == []


@pytest.mark.parametrize(("who", "spelled"), [("Ada", "A-D-A"), (ADDRESS, "ADA@example.org"), ("Nemo", "NEMO")])
def test_three_times_an_hour_whoever_it_is(app, ada, mailbox, form, who, spelled):
    answers = [ask(app, form, who, f"192.0.2.{i}") for i in range(3)] + [ask(app, form, spelled)]
    assert [answer.status_code for answer in answers] == [303] * 3 + [429]
    assert "Try again in 60 minutes." in answers[-1].text
    assert len(mailbox.fetch()) == (0 if who == "Nemo" else 3)


def test_twenty_times_from_a_household(app, ada, mailbox, form):
    assert [ask(app, form, f"Nemo {i}").status_code for i in range(20)] == [303] * 20
    assert ask(app, form, "Ada").status_code == 429
    assert ask(app, form, "Ada", "192.0.2.2").status_code == 303


def test_a_site_without_mail_offers_nothing(app, nobody, form):
    registered(app, "Ada")
    confirmed(app, "Ada", ADDRESS)
    assert "/login/link" not in nobody.get("/login").text
    page = nobody.get(form.path).text
    assert "This site does not send e-mail" in page
    assert 'name="who"' not in page
    assert nobody.post(form.path, who="Ada").location == form.path
    assert waiting(app) == []


def test_the_answer_says_where_files_lie(nobody, mailbox, form):
    assert "var/mail" in nobody.get(form.sent).text
