"""`python -m app admin grant | revoke | list`: no page gives the right, and without it there are no admins' pages."""

import psycopg
import pytest

from app.accounts import erasure
from app.db import db
from app.moderation.models import AuditEntry
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
    assert ann.get("/admin").status_code == 200
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
