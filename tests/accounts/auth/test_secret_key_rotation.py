"""SECRET_KEY is changed: with the older key beside the new one everything stays good, without it all sign in anew."""

import pytest
from flask import Flask

from app import create_app
from app.config import Settings
from app.notifications.settings import unsubscribe_links
from tests.accounts.email.mailbox import Mailbox, confirmed
from tests.accounts.people import PASSWORD, is_in, new_browser, registered, restart, row
from tests.visitor import Visitor

OLD, NEW = "a" * 40, "b" * 40


def restarted(app: Flask, keys: str, *browsers: Visitor) -> Flask:
    """Start the site anew under other keys; these browsers come back to it with the cookies that they have."""
    found = Settings.from_env({"DATABASE_URL": app.config["SQLALCHEMY_DATABASE_URI"], "SECRET_KEY": keys})
    site = create_app(found)
    site.config["MAIL_DIR"] = app.config["MAIL_DIR"]
    for browser in browsers:
        browser.app = browser.client.application = site
    return site


@pytest.fixture
def old(app, monkeypatch, tmp_path):
    """The site under its first key."""
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path)
    return restarted(app, OLD)


@pytest.fixture
def ann(old):
    """Somebody who has signed up there."""
    return registered(old, "Ann")


@pytest.mark.parametrize("keys", [f"{NEW},{OLD}", f"{NEW}\n{OLD}", f"{NEW},\n{'c' * 40}, {OLD}\n"])
def test_one_stays_signed_in_and_what_was_signed_is_signed_anew(old, ann, keys):
    restarted(old, keys, ann)
    assert is_in(ann)
    restarted(old, NEW, ann)
    assert is_in(ann)
    restart(ann)
    assert is_in(ann)


def test_the_remember_cookie_brings_one_back_and_is_renewed(old, ann):
    before = ann.client.get_cookie("remember").value
    restarted(old, f"{NEW},{OLD}", ann)
    restart(ann)
    assert is_in(ann)
    after = ann.client.get_cookie("remember").value
    assert before.rpartition("|")[0] == after.rpartition("|")[0]
    assert before != after
    restarted(old, NEW, ann)
    restart(ann)
    assert is_in(ann)


def test_cookies_are_renewed_once_and_by_no_poll_or_file(old, ann):
    restarted(old, f"{NEW},{OLD}", ann)
    assert "Set-Cookie" not in ann.fragment("/").headers
    assert "Set-Cookie" not in ann.get("/static/site/app.js").headers
    names = [line.partition("=")[0] for line in ann.get("/rules").headers.getlist("Set-Cookie")]
    assert sorted(names) == ["remember", "session"]
    assert "Set-Cookie" not in ann.get("/rules").headers


def test_a_form_that_was_open_is_still_taken(old, ann):
    token = ann.csrf_token()
    restarted(old, f"{NEW},{OLD}", ann)
    assert ann.client.post("/teams", data={"csrf_token": token, "name": "Day Owls"}).status_code == 303


def test_links_in_mails_work_on(old, ann, tmp_path):
    confirmed(old, "Ann", "ann@example.org")
    new_browser(old).post("/password", who="Ann")
    link = Mailbox(old, tmp_path).only().links[0]
    with old.app_context():
        stop = unsubscribe_links.create_token(row(old, "Ann").id)
    both = restarted(old, f"{NEW},{OLD}")
    assert both.test_client().post(f"/notices/stop/{stop}").status_code == 200
    assert new_browser(both).get(link).status_code == 200
    assert new_browser(both).post(link, password="quite another one").status_code == 303
    alone = restarted(old, NEW)
    assert alone.test_client().post(f"/notices/stop/{stop}").status_code == 400


def test_without_the_older_key_one_is_asked_to_sign_in(old, ann):
    restarted(old, NEW, ann)
    answer = ann.get("/account")
    assert (answer.status_code, answer.location) == (303, "/login?next=/account")
    assert "Please sign in first." in ann.get("/login").text
    assert ann.post("/login", name="Ann", password=PASSWORD).status_code == 303
    assert is_in(ann)


def test_a_forged_cookie_is_taken_under_no_key(old, ann):
    restarted(old, f"{NEW},{OLD}", ann)
    restart(ann)
    ann.client.set_cookie("remember", ann.client.get_cookie("remember").value[:-1] + "x")
    assert not is_in(ann)


def test_a_key_may_have_spaces(app):
    assert restarted(app, " four words in a row ").secret_key == "four words in a row"
