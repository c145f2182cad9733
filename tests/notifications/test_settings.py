"""GET and POST /notices/settings, and the forms beside it: how one is told."""

import socket

import pytest
from sqlalchemy import update

from app.accounts.models import User
from app.db import db
from app.notifications import muting
from app.notifications.muting import TopicLink
from app.notifications.settings import preferences
from tests.accounts.people import seated
from tests.notifications.turn_notices import TOPIC, browser, deliveries, writes_to

INSIDE = [
    *("127.1", "0x7f.1", "2130706433", "0177.0.0.1", "0x7f000001", "127.0.0.1.", "10.0.0.1", "10.1", "192.168.257"),
    *("[::1]", "[::ffff:10.0.0.1]", "[fe80::1]", "169.254.169.254", "0", "256.256.256.256", "1.2.3.4.5", "x.0x1"),
    *("localhost", "a.localhost", "foo.internal", "printer.local", "router.lan", "database", "nas.home.arpa"),
]
HOOK = "https://discord.com/api/webhooks/123/secret-token"


@pytest.fixture
def written(app, ann):
    """Ann, with a confirmed address."""
    with app.app_context():
        writes_to(ann)
    return ann


@pytest.fixture
def asked(monkeypatch):
    """The names that are resolved."""
    hosts = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_args, **_options: hosts.append(host) or [])
    return hosts


def chosen(who):
    with who.app.app_context():
        found = preferences.load_preference(who.user.id)
        return found.mail, found.push, found.webhook, found.rhythm


def choose(who, channel, **fields):
    return who.post("/notices/settings", channel=channel, **fields)


def posted(who, channel):
    with who.app.app_context():
        return [each.kind for each in deliveries(who, channel)]


class TestMail:
    def test_what_is_chosen_is_kept_and_shown(self, written):
        assert chosen(written) == (True, True, None, 15)
        answer = choose(written, "mail", mail="y", rhythm="180")
        assert (answer.status_code, answer.location) == (303, "/notices/settings")
        assert chosen(written) == (True, True, None, 180)
        page = written.get("/notices/settings").text
        assert "Your settings are saved." in page
        assert '<option selected value="180">' in page
        assert "<b>ann@example.org</b>" in page

    def test_no_mails(self, written):
        choose(written, "mail", rhythm="15")
        assert chosen(written) == (False, True, None, 15)

    @pytest.mark.parametrize("rhythm", ["", "16", "x", "-15"])
    def test_a_rhythm_that_there_is_not(self, written, rhythm):
        answer = choose(written, "mail", mail="y", rhythm=rhythm)
        assert answer.status_code == 422
        assert "aria-invalid" in answer.text
        assert chosen(written) == (True, True, None, 15)

    def test_without_an_address_one_is_led_to_the_account(self, ann):
        page = ann.get("/notices/settings").text
        assert 'href="/account#email-address"' in page
        assert 'name="rhythm"' not in page

    def test_the_page_says_where_mails_go(self, app, written, monkeypatch):
        assert "var/mail" in written.get("/notices/settings").text
        monkeypatch.setitem(app.config, "SMTP_URL", "smtp://127.0.0.1:1")
        assert "var/mail" not in written.get("/notices/settings").text


class TestPush:
    def test_no_pushes(self, app, ann):
        with app.app_context():
            browser(ann)
        choose(ann, "push")
        assert chosen(ann) == (True, False, None, 15)
        choose(ann, "push", push="y")
        assert chosen(ann) == (True, True, None, 15)

    def test_a_browser_can_be_removed_by_its_owner(self, app, ann, bob):
        with app.app_context():
            number = browser(ann)
        assert "Firefox" in ann.get("/notices/settings").text
        for who, left in ((bob, 1), (ann, 0)):
            assert who.post("/notices/browsers", remove=str(number)).status_code == 303
            with app.app_context():
                assert len(preferences.load_browsers(ann.user.id)) == left

    @pytest.mark.parametrize("number", ["", "x", "\x00", "9" * 40])
    def test_what_is_no_browser(self, ann, number):
        assert ann.post("/notices/browsers", remove=number).status_code == 303


class TestWebhook:
    def test_it_is_kept_and_never_shown_whole(self, ann):
        assert choose(ann, "webhook", webhook=f" {HOOK} ").status_code == 303
        assert chosen(ann)[2] == HOOK
        page = ann.get("/notices/settings").text
        assert "https://discord.com/…oken" in page
        assert HOOK not in page
        assert "secret" not in page

    @pytest.mark.parametrize(
        "url",
        [
            "http://discord.com/api",
            "https://127.0.0.1/x",
            "https://localhost/x",
            "https://user:password@example.org/",
            "discord",
            "javascript:alert(1)",
            "https://[::1]/",
            "https://example.org/" + "x" * 500,
            "https://example.org/\x00",
        ],
    )
    def test_what_this_site_sends_nothing_to(self, ann, url):
        answer = choose(ann, "webhook", webhook=url)
        assert answer.status_code == 422
        assert 'class="error"' in answer.text
        assert chosen(ann)[2] is None

    @pytest.mark.parametrize("host", INSIDE)
    def test_what_leads_inside_is_refused_when_it_is_saved(self, ann, asked, host):
        url = f"https://{host}/hook?key=typed"
        answer = choose(ann, "webhook", webhook=url)
        assert answer.status_code == 422
        assert "The address must belong to a public server." in answer.text
        assert f'value="{url}"' in answer.text
        assert chosen(ann)[2] is None
        assert asked == []

    @pytest.mark.parametrize("host", ["1.1", "16843009", "[2606:4700::1111]", "10.example.org", "local.example.org"])
    def test_public_servers_are_taken_without_asking_for_their_names(self, ann, asked, host):
        assert choose(ann, "webhook", webhook=f"https://{host}/hook").status_code == 303
        assert chosen(ann)[2] == f"https://{host}/hook"
        assert asked == []

    def test_private_targets_may_lead_inside(self, app, ann, monkeypatch):
        monkeypatch.setitem(app.config, "PRIVATE_TARGETS", True)
        for host in INSIDE:
            assert choose(ann, "webhook", webhook=f"https://{host}/hook").status_code == 303

    def test_it_can_be_removed(self, ann):
        choose(ann, "webhook", webhook=HOOK)
        choose(ann, "webhook")
        assert chosen(ann)[2] is None
        assert "Remove the webhook" not in ann.get("/notices/settings").text


class TestTests:
    def test_over_each_channel(self, app, written):
        with app.app_context():
            browser(written)
            browser(written, "Chrome")
        choose(written, "webhook", webhook=HOOK)
        for channel, count in (("mail", 1), ("push", 2), ("webhook", 1)):
            assert written.post("/notices/test", channel=channel).status_code == 303
            assert posted(written, channel) == ["test"] * count
        assert "A test message is on its way." in written.get("/notices/settings").text

    def test_where_nothing_is_reached(self, ann):
        ann.post("/notices/test", channel="mail")
        assert "nowhere to send a test yet" in ann.get("/notices/settings").text
        assert posted(ann, "mail") == []

    def test_not_too_many(self, written):
        answers = [written.post("/notices/test", channel="mail").status_code for _ in range(7)]
        assert answers == [303] * 6 + [429]
        assert len(posted(written, "mail")) == 6


class TestMutes:
    def test_a_muted_place_can_be_unmuted(self, app, ann):
        with app.app_context():
            muting.mute(ann.user.id, TOPIC)
            muting.mute(ann.user.id, TOPIC)
            db.session.commit()
            assert muting.is_muted(ann.user.id, TOPIC)
        assert TOPIC in ann.get("/notices/settings").text
        ann.post("/notices/mutes", unmute=TOPIC)
        with app.app_context():
            assert not muting.is_muted(ann.user.id, TOPIC)
        assert TOPIC not in ann.get("/notices/settings").text

    def test_places_have_the_names_that_somebody_gives_them(self, app, ann, monkeypatch):
        monkeypatch.setattr(muting, "_namers", {})
        muting.topic_namer("game")(
            lambda topics: {topic: TopicLink(f"Named {topic[-8:]}", "/games/x") for topic in topics}
        )
        with app.app_context():
            muting.mute(ann.user.id, TOPIC)
            muting.mute(ann.user.id, "lobby:abcdefgh")
            db.session.commit()
        page = ann.get("/notices/settings").text
        assert '<a href="/games/x">Named abcdefgh</a>' in page
        assert "<span>lobby:abcdefgh</span>" in page

    @pytest.mark.parametrize("topic", ["", "x\x00y", "game:zzzzzzzz"])
    def test_what_is_not_muted(self, ann, topic):
        assert ann.post("/notices/mutes", unmute=topic).status_code == 303


class TestGuests:
    def test_pushes_alone(self, app):
        guest = seated(app, "Gus")
        page = guest.get("/notices/settings").text
        assert "E-mails and webhooks need an account" in page
        assert 'name="rhythm"' not in page
        assert choose(guest, "push").status_code == 303

    @pytest.mark.parametrize("channel", ["mail", "webhook"])
    def test_nothing_else(self, app, channel):
        guest = seated(app, "Gus")
        assert choose(guest, channel, webhook=HOOK, rhythm="15", mail="y").status_code == 403
        assert guest.post("/notices/test", channel=channel).status_code == 403


@pytest.mark.parametrize("channel", ["", "sms", "\x00"])
def test_a_channel_that_there_is_not(ann, channel):
    assert choose(ann, channel).status_code == 400
    assert ann.post("/notices/test", channel=channel).status_code == 400


def test_a_choice_is_one_s_own(app, ann, bob):
    choose(ann, "mail", rhythm="60", mail="y")
    assert chosen(bob) == (True, True, None, 15)
    with app.app_context():
        db.session.execute(update(User).values(language="fr"))
        db.session.commit()
    assert ann.get("/notices/settings").status_code == 200
