"""A forgotten password."""

import pytest
from sqlalchemy import event

from app.db import db
from tests.accounts.people import new_browser, registered, seated
from tests.accounts.postbox import confirmed, waiting

ADDRESS = "ada@example.org"
NEW = "quite another one"
HOUR = 3600  # seconds


@pytest.fixture
def ada(app, postbox):
    """Somebody with a confirmed address."""
    ada = registered(app, "Ada")
    confirmed(app, "Ada", ADDRESS)
    return ada


def ask(app, who, address="192.0.2.1"):
    """Ask for a link from an address, in a browser that was never here."""
    browser = new_browser(app)
    browser.client.environ_base["REMOTE_ADDR"] = address
    return browser.post("/password", who=who)


class TestAsking:
    """The page for whoever has forgotten."""

    def test_sign_in_leads_there(self, nobody, postbox):
        assert 'href="/password"' in nobody.get("/login").text
        page = nobody.get("/password").text
        assert "This only works for accounts with a confirmed address" in page

    @pytest.mark.parametrize("who", ["Ada", " ADA ", "A.d.a", ADDRESS, "ADA@Example.org", f" {ADDRESS} "])
    def test_by_name_or_address(self, app, ada, postbox, who):
        answer = ask(app, who)
        assert (answer.status_code, answer.location) == (303, "/password/asked")
        mail = postbox.only()
        assert (mail.to, mail.subject) == (ADDRESS, "A new password for your account")
        assert "for your account Ada" in mail.text

    def test_a_mail_for_each_account_of_the_address(self, app, ada, postbox):
        for i in range(6):
            registered(app, f"Bob {i}")
            confirmed(app, f"Bob {i}", ADDRESS.upper())
        ask(app, ADDRESS)
        mails = postbox.fetch()
        assert len(mails) == 5
        assert {mail.to.lower() for mail in mails} == {ADDRESS}
        assert ["Ada" in mails[0].text, "Bob 0" in mails[1].text] == [True, True]

    @pytest.mark.parametrize(
        "who", ["Bob", "Gus", "Cat", "cat@example.org", "x@y.z", "someone", "\0", "@", "%", "é" * 4000]
    )
    def test_others_get_the_same_answer_and_no_mail(self, app, ada, postbox, who):
        registered(app, "Bob")
        registered(app, "Cat", email="cat@example.org")
        seated(app, "Gus")
        postbox.fetch()
        known, other = ask(app, "Ada"), ask(app, who)
        assert (known.status_code, known.location, known.data) == (other.status_code, other.location, other.data)
        assert sorted(known.headers.keys()) == sorted(other.headers.keys())
        assert waiting(app) == [("reset-password", ADDRESS)]

    @pytest.mark.parametrize(("known", "unknown"), [("Ada", "Bob"), (ADDRESS, "bob@example.org")])
    def test_the_work_is_the_same(self, app, ada, monkeypatch, known, unknown):
        """As many statements and commits, but for the mail and the owner's own record of it: neither the answer nor the
        clock tells who is here.
        """
        ask(app, "somebody else")  # the network is counted before
        mail, record = "INSERT", "WITH"
        assert sorted(work(app, known)) == sorted([*work(app, unknown), mail, record])

    def test_nothing_typed_is_asked_for(self, nobody, postbox):
        answer = nobody.post("/password", who="")
        assert answer.status_code == 422
        assert "Enter your name or e-mail address." in answer.text

    def test_without_the_token_nothing_happens(self, app, ada, nobody):
        assert nobody.client.post("/password", data={"who": "Ada"}).status_code == 400
        assert waiting(app) == []

    @pytest.mark.parametrize(("who", "spelled"), [("Ada", "A-D-A"), (ADDRESS, "ADA@example.org"), ("Nemo", "NEMO")])
    def test_three_times_an_hour_whoever_it_is(self, app, ada, postbox, who, spelled):
        answers = [ask(app, who, f"192.0.2.{i}") for i in range(3)] + [ask(app, spelled)]
        assert [answer.status_code for answer in answers] == [303] * 3 + [429]
        assert "Try again in 60 minutes." in answers[-1].text
        assert len(postbox.fetch()) == (0 if who == "Nemo" else 3)

    def test_twenty_times_from_a_household(self, app, ada, postbox):
        assert [ask(app, f"Nemo {i}").status_code for i in range(20)] == [303] * 20
        assert ask(app, "Ada").status_code == 429
        assert ask(app, "Ada", "192.0.2.2").status_code == 303

    def test_a_site_without_mail_says_so(self, app, nobody):
        registered(app, "Ada")
        confirmed(app, "Ada", ADDRESS)
        page = nobody.get("/password").text
        assert "This site does not send e-mail" in page
        assert 'name="who"' not in page
        assert nobody.post("/password", who="Ada").location == "/password"
        assert waiting(app) == []

    def test_the_answer_says_where_files_lie(self, nobody, postbox):
        assert "var/mail" in nobody.get("/password/asked").text


def work(app, who, ask=ask):
    """What the database does for one request, by its first word."""
    done = []
    with app.app_context():
        engine = db.engine
    note = lambda *args: done.append(str(args[2]).split()[0])  # noqa: E731
    end = lambda connection: done.append("COMMIT")  # noqa: E731
    event.listen(engine, "before_cursor_execute", note)
    event.listen(engine, "commit", end)
    try:
        assert ask(app, who, "192.0.2.1").status_code == 303
    finally:
        event.remove(engine, "before_cursor_execute", note)
        event.remove(engine, "commit", end)
    return done
