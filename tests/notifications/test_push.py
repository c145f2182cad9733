"""Which browsers tell whom: POST /notices/subscriptions, signing out, and what the pages offer."""

import pytest
from sqlalchemy import select

from app.accounts.auth import session_store
from app.accounts.user_agents import browser_name
from app.db import db
from app.delivery.channels import push
from app.delivery.models import PushSubscription
from app.notifications.settings.push_subscriptions import MAX_BROWSERS
from tests.accounts.people import PASSWORD, registered, row, seated, signed_in
from tests.delivery.browser import Browser, encoded

FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0"


@pytest.fixture(autouse=True)
def _mails() -> None:
    """No context around the test: whoever asks in one is taken for whoever asked before."""


def place(name="1"):
    return f"https://push.example.org/{name}"


def subscribe(who, name="1", **changed):
    """Send what a page sends once the browser has subscribed."""
    browser = Browser()
    keys = {"p256dh": encoded(browser.public), "auth": encoded(browser.auth)}
    return who.post("/notices/subscriptions", {"User-Agent": FIREFOX}, **{"endpoint": place(name), **keys, **changed})


def kept(app):
    """The names of all subscriptions, with the ids of their people."""
    with app.app_context():
        rows = db.session.execute(
            select(PushSubscription.endpoint, PushSubscription.user_id).order_by(PushSubscription.id)
        ).all()
    return [(row.endpoint.rpartition("/")[2], row.user_id) for row in rows]


def number(app, name="1"):
    with app.app_context():
        return db.session.scalar(select(PushSubscription.id).where(PushSubscription.endpoint == place(name)))


def test_a_browser_is_kept_with_a_name_to_know_it_by(app, ann):
    answer = subscribe(ann)
    assert (answer.status_code, answer.location) == (303, "/notices/settings")
    assert kept(app) == [("1", ann.user.id)]
    with app.app_context():
        assert db.session.scalars(select(PushSubscription.browser)).one() == "Firefox (Android)"
    assert "From now on, this browser will notify you" in ann.get("/notices/settings").text


def test_one_comes_back_to_the_page_one_came_from(ann):
    assert subscribe(ann).location == "/notices/settings"
    browser = Browser()
    keys = {"endpoint": place(), "p256dh": encoded(browser.public), "auth": encoded(browser.auth)}
    answer = ann.post("/notices/subscriptions", {"Referer": "http://localhost/notices"}, **keys)
    assert answer.location == "/notices"


def test_a_guest_may_and_a_visitor_may_not(app, nobody):
    gus = seated(app, "Gus")
    assert subscribe(gus).status_code == 303
    assert kept(app) == [("1", gus.user.id)]
    assert "/login" in subscribe(nobody, "2").location
    assert len(kept(app)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": ""},
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": "https://localhost/1"},
        {"endpoint": "javascript:alert(1)"},
        {"endpoint": place("a\0b")},
        {"endpoint": place("x" * 2000)},
        {"p256dh": ""},
        {"p256dh": encoded(b"\4" + b"\1" * 64)},  # no point of the curve
        {"p256dh": encoded(b"\4" * 64)},
        {"p256dh": "é"},
        {"auth": encoded(b"x" * 15)},
        {"auth": encoded(b"x" * 17)},
        {"auth": "%%%"},
    ],
)
def test_what_no_browser_sends_is_refused(app, ann, wrong):
    assert subscribe(ann, **wrong).status_code == 422
    assert kept(app) == []


def test_of_too_many_browsers_the_oldest_goes(app, ann):
    for name in range(MAX_BROWSERS + 2):
        ann.client.delete_cookie("push")  # another browser
        subscribe(ann, str(name))
    assert [name for name, _ in kept(app)] == [str(name) for name in range(2, MAX_BROWSERS + 2)]


def test_the_same_browser_again_is_one(app, ann):
    subscribe(ann)
    before = number(app)
    subscribe(ann)
    assert number(app) == before
    assert len(kept(app)) == 1


def test_a_browser_that_subscribes_anew_is_still_one(app, ann):
    subscribe(ann, "old")
    subscribe(ann, "new")
    assert kept(app) == [("new", ann.user.id)]


def test_an_endpoint_tells_whoever_subscribed_last_under_a_number_of_its_own(app, ann, bob):
    """What is on its way to the one before finds nobody under the old number."""
    subscribe(ann)
    before = number(app)
    subscribe(bob)
    assert kept(app) == [("1", bob.user.id)]
    assert number(app) != before


class TestLeaving:
    """A browser that several people use does not go on telling the last one."""

    def test_signing_out_ends_this_browser_alone(self, app):
        home, work = registered(app, "Ann"), signed_in(app, "Ann")
        subscribe(home, "home")
        subscribe(work, "work")
        work.post("/logout")
        assert [name for name, _ in kept(app)] == ["home"]
        assert work.client.get_cookie("push") is None
        assert home.client.get_cookie("push") is not None

    def test_a_guest_who_signs_out_is_told_no_more(self, app):
        gus = seated(app, "Gus")
        subscribe(gus)
        gus.post("/logout", sure="yes")
        assert kept(app) == []

    def test_somebody_else_who_signs_in_ends_it_too(self, app):
        """The one before just lost the session."""
        ann, _ = registered(app, "Ann"), registered(app, "Bob")
        subscribe(ann)
        for cookie in ("session", "remember"):
            ann.client.delete_cookie(cookie)
        assert ann.post("/login", name="Bob", password=PASSWORD).status_code == 303
        assert kept(app) == []

    def test_the_same_person_who_signs_in_again_is_told_on(self, app):
        ann = registered(app, "Ann")
        subscribe(ann)
        for cookie in ("session", "remember"):
            ann.client.delete_cookie(cookie)
        ann.post("/login", name="Ann", password=PASSWORD)
        assert kept(app) == [("1", row(app, "Ann").id)]

    def test_a_guest_who_makes_an_account_is_told_on(self, app):
        gus = seated(app, "Gus")
        subscribe(gus)
        gus.post("/signup", name="Gustav", password=PASSWORD)
        assert kept(app) == [("1", gus.user.id)]

    @pytest.mark.parametrize(
        ("form", "fields"),
        [("sessions", {}), ("password", {"current": PASSWORD, "password": "quite another one"})],
    )
    def test_what_signs_all_other_browsers_out_ends_them_too(self, app, form, fields):
        home, work = registered(app, "Ann"), signed_in(app, "Ann")
        bob = registered(app, "Bob")
        for name, who in (("home", home), ("work", work), ("bob", bob)):
            subscribe(who, name)
        assert home.post(f"/account/{form}", **fields).status_code == 303
        assert [name for name, _ in kept(app)] == ["home", "bob"]

    def test_a_session_that_ends_from_afar_is_told_no_more(self, app):
        home, work = registered(app, "Ann"), signed_in(app, "Ann")
        subscribe(home, "home")
        subscribe(work, "work")
        with app.app_context():
            user_id = row(app, "Ann").id
            assert session_store.delete_session(user_id, min(each.id for each in session_store.load_sessions(user_id)))
            db.session.commit()
        assert [name for name, _ in kept(app)] == ["work"]

    def test_nothing_is_left_of_an_account_that_is_deleted(self, app):
        home, work = registered(app, "Ann"), signed_in(app, "Ann")
        subscribe(home, "home")
        subscribe(work, "work")
        home.post("/account/deletion", password=PASSWORD)
        assert kept(app) == []

    def test_another_name_ends_nothing(self, app):
        home, work = registered(app, "Ann"), signed_in(app, "Ann")
        subscribe(home, "home")
        subscribe(work, "work")
        assert home.post("/account/name", name="Anna").status_code == 303
        assert len(kept(app)) == 2

    def test_a_forged_cookie_ends_nothing(self, app):
        ann, bob = registered(app, "Ann"), registered(app, "Bob")
        subscribe(ann)
        for forged in (str(number(app)), "x.y", "é", ""):
            bob.client.set_cookie("push", forged)
            bob.post("/logout")
            bob.post("/login", name="Bob", password=PASSWORD)
        assert len(kept(app)) == 1

    def test_the_pages_of_a_visitor_clear_the_browser(self, ann, nobody):
        for path in ("/", "/login", "/rules", "/nothing"):
            assert "clear-cache.js" in nobody.get(path).text
            assert "clear-cache.js" not in ann.get(path).text


class TestOffering:
    """What the settings say of this browser and of others."""

    def test_the_sites_key_and_what_is_there(self, app, ann):
        page = ann.get("/notices/settings").text
        with app.app_context():
            assert f'data-key="{push.public_key()}"' in page
        assert 'data-endpoint=""' in page
        subscribe(ann)
        assert f'data-endpoint="{place()}"' in ann.get("/notices/settings").text

    def test_another_browser_of_mine_is_listed_and_can_be_ended_from_here(self, app):
        home, work = registered(app, "Ann"), signed_in(app, "Ann")
        subscribe(work, "work")
        page = home.get("/notices/settings").text
        assert 'data-endpoint=""' in page
        assert "Firefox (Android), since" in page
        home.post("/notices/browsers", remove=number(app, "work"))
        assert kept(app) == []
        assert "Firefox (Android), since" not in home.get("/notices/settings").text

    def test_the_page_of_the_bell_offers_it_until_one_has_it(self, ann):
        assert "Get notifications in this browser" in ann.get("/notices").text
        subscribe(ann)
        assert "Get notifications in this browser" not in ann.get("/notices").text

    def test_nobody_elses_is_shown(self, app, ann, bob):
        subscribe(ann)
        bob.client.set_cookie("push", ann.client.get_cookie("push").value)
        page = bob.get("/notices/settings").text
        assert place() not in page
        assert "Firefox (Android)" not in page


class TestServiceWorker:
    """GET /sw.js"""

    def test_it_stands_at_the_root_and_is_asked_for_anew_in_an_hour(self, nobody):
        answer = nobody.get("/sw.js")
        assert answer.status_code == 200
        assert answer.mimetype == "text/javascript"
        assert answer.headers["Cache-Control"] == "max-age=3600"
        assert nobody.get("/sw.js", if_none_match=answer.headers["ETag"]).status_code == 304

    def test_what_it_shows_is_there(self, nobody):
        for name in ("images/icon-192.png", "images/badge-96.png"):
            assert f"/static/{name}" in nobody.get("/sw.js").text
            assert nobody.get(f"/static/{name}").mimetype == "image/png"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox (Android)"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36", "Chrome (Linux)"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0", "Edge (Windows)"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1", "Safari (iPhone)"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15", "Safari (macOS)"),
        ("curl/8.5", "Browser"),
        ("", "Browser"),
    ],
)
def test_a_browser_is_called_what_people_call_it(agent, name):
    assert browser_name(agent) == name
