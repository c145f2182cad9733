"""`python -m app admin grant | revoke | list`: no page gives the right, and without it there are no admins' pages."""

import psycopg
import pytest

from app.accounts import erasure
from app.db import db
from app.moderation.admin import rights
from app.moderation.models import AuditEntry
from tests.accounts.passkeys.using import added, enter
from tests.accounts.people import PASSWORD, is_in, new_browser, registered
from tests.accounts.second_factor.stepping import STEP, code, first_step, turned_on
from tests.accounts.second_factor.strong import strengthen
from tests.backup.commands import must, refused
from tests.moderation.reporting import logged_actions, rows

PAGES = ("/admin", "/admin?closed=1", "/admin/people", "/admin/people?name=Eve", "/admin/log")


@pytest.fixture
def command(app):
    """The commands' environment."""
    return {"DATABASE_URL": app.config["SQLALCHEMY_DATABASE_URI"]}


def test_it_is_granted_listed_and_revoked_by_name(app, ann, bob, command):
    assert must("admin", "grant", "ann", **command) == b"Ann\n"
    assert must("admin", "list", **command) == b"Ann\n"
    assert strengthen(ann).get("/admin").status_code == 200
    assert must("admin", "revoke", "Ann", **command) == b"Ann\n"
    assert must("admin", "list", **command) == b""
    assert ann.get("/admin").status_code == 404
    assert logged_actions(app) == [("granted", ""), ("revoked", "")]
    assert {entry.actor_id for entry in rows(app, AuditEntry)} == {None}


def test_a_name_that_nobody_has(app, command):
    assert refused("admin", "grant", "Nobody Here", **command) == "There is no account called Nobody Here."


def test_for_everybody_else_there_are_no_such_pages(ann, nobody, eve):
    """Strangers are not even sent to sign in, for there is nothing."""
    for page in PAGES:
        assert ann.get(page).status_code == nobody.get(page).status_code == 404
        assert eve.get(page).status_code in (200, 303)
    assert 'href="/admin"' in eve.get("/").text
    assert 'href="/admin"' not in ann.get("/").text


def test_no_form_grants_it(app, ann):
    ann.post("/account/name", name="Anna", admin="1")
    ann.post("/account/profile", public="1", admin="1")
    assert ann.get("/admin").status_code == 404


def test_the_log_is_only_added_to(app, eve):
    with psycopg.connect(app.config["SQLALCHEMY_DATABASE_URI"]) as connection:
        for change in ("UPDATE audit SET reason = 'x'", "DELETE FROM audit", "TRUNCATE audit"):
            with pytest.raises(psycopg.errors.RaiseException, match="only ever added to"):
                connection.execute(change)
            connection.rollback()
    assert logged_actions(app) == [("granted", "")]


def test_an_account_that_is_deleted_is_no_admin_any_more(app, eve):
    with app.app_context():
        erasure.erase_user(db.session.merge(eve.user))
        db.session.commit()
    assert eve.get("/admin").status_code == 404


@pytest.fixture
def registered_admin(app):
    """Somebody who has just been made an admin, and signed in with a password alone."""
    sue = registered(app, "Sue")
    with app.app_context():
        rights.grant_admin("Sue")
    return sue


def test_an_admin_without_a_second_factor_is_led_to_set_one_up(app, registered_admin):
    for answer in (registered_admin.get("/admin"), registered_admin.post("/admin/reports/1/hand")):
        assert (answer.status_code, answer.location) == (303, "/account#passkeys")
    assert "Admins need a passkey or an authenticator app." in registered_admin.get("/account").text
    added(registered_admin)
    assert registered_admin.get("/admin").status_code == 200


def test_an_app_does_as_well(app, registered_admin):
    turned_on(registered_admin)
    assert registered_admin.get("/admin").status_code == 200


def test_a_session_without_it_is_led_to_the_second_step_and_back(app, registered_admin):
    old = new_browser(app)
    old.post("/login", name="Sue", password=PASSWORD)
    secret, _ = turned_on(registered_admin)
    answer = old.get("/admin/log")
    assert (answer.status_code, answer.location) == (303, STEP + "?next=/admin/log")
    assert old.post(STEP + "?next=/admin/log", code=code(secret)).location == "/admin/log"
    assert old.get("/admin/log").status_code == 200


def test_an_admin_s_passkey_is_demanded_after_the_password(app, registered_admin):
    """For others it is another way in; an admin's password alone opens nothing."""
    device = added(registered_admin)
    browser = first_step(app, "Sue")
    assert not is_in(browser)
    page = browser.get(STEP).text
    assert "This account needs its passkey to sign in." in page
    assert 'name="code"' not in page
    assert enter(browser, device, next="/admin").location == "/admin"
    assert browser.get("/admin").status_code == 200


def test_who_is_locked_out_is_let_in_by_the_command(app, registered_admin, command):
    added(registered_admin)
    turned_on(registered_admin)
    assert must("admin", "remove-factors", "sue", **command) == b"Sue\n"
    assert not is_in(registered_admin)
    browser = new_browser(app)
    assert browser.post("/login", name="Sue", password=PASSWORD).location == "/"
    assert "removed by the site’s host" in browser.get("/account").text
    assert logged_actions(app) == [("granted", ""), ("factors-removed", "")]
    assert browser.get("/admin").location == "/account#passkeys"


def test_there_is_nothing_to_remove(app, ann, command):
    assert must("admin", "remove-factors", "Ann", **command) == b"Ann\n"
    assert refused("admin", "remove-factors", "Nobody Here", **command) == "There is no account called Nobody Here."
    assert logged_actions(app) == []
