"""Each way in which the database fails a request: 503 with `Retry-After`, nothing half done, and well again at once."""

import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from importlib import import_module

import pytest
from flask import Flask
from sqlalchemy import text

from app import create_app
from app.config import Settings
from app.db import db
from tests.games.tables import CLUE, lay
from tests.processes import until
from tests.visitor import Visitor

QUICK = "-c statement_timeout=300ms -c lock_timeout=200ms -c idle_in_transaction_session_timeout=200ms"
WRITTEN = "INSERT INTO attempts (key, since, count) VALUES ('half done', now(), 1)"
FAILURES = {
    "too slow": "SELECT pg_sleep(5)",
    "cut off": "SELECT pg_terminate_backend(pg_backend_pid())",
    "read only": f"SET TRANSACTION READ ONLY; {WRITTEN}",
    **{
        name.replace("_", " "): f"DO $$ BEGIN RAISE {name}; END $$"
        for name in ("disk_full", "out_of_memory", "deadlock_detected", "too_many_connections", "io_error")
    },
}


@pytest.fixture(scope="module")
def hasty(new_database: Callable[[str], str], worker: str) -> Iterator[Flask]:
    """A site on an own database, whose patience is short, with pages that fail in given ways."""
    settings = Settings(database_url=new_database(f"outages_{worker}"), secret_key="tests")
    with create_app(settings).app_context():  # patiently: a machine that is busy idles in this transaction, too
        db.create_all()
        db.engine.dispose()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("app.db"), "CONNECTION_OPTIONS", f"{QUICK} -c timezone=UTC")
        site = create_app(settings)

    @site.get("/fails/<how>")
    def fail(how: str) -> str:
        db.session.execute(text(WRITTEN))
        db.session.execute(text(FAILURES[how]))
        db.session.commit()
        return how

    @site.get("/idles")
    def idle() -> str:
        db.session.execute(text(WRITTEN))
        time.sleep(0.5)
        db.session.commit()
        return "idle"

    @site.get("/is-left")
    def part() -> str:
        own = db.session.scalar(text("SELECT pg_backend_pid()"))
        with db.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:own)"), {"own": own})
        return "all is said"

    @site.get("/is-undone")
    def undo() -> str:
        part()
        db.session.rollback()
        return "never said"

    yield site
    with site.app_context():
        db.engine.dispose()


def assert_turned_away(site: Flask, path: str) -> None:
    """Ask for a page, as a page and as a fragment: it says that it cannot be, and leaves nothing behind."""
    visitor = Visitor(site, "nobody")
    for answer in (visitor.get(path), visitor.fragment(path)):
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "The database is not responding" in answer.text
    assert answer.headers["HX-Retarget"] == "#notice"
    with site.app_context():
        assert db.session.scalar(text("SELECT count(*) FROM attempts WHERE key = 'half done'")) == 0


@pytest.mark.parametrize("how", FAILURES)
def test_a_statement_that_fails(hasty, how):
    """Each by the server itself: too slow is `statement_timeout`, and the others it raises as it would in need."""
    assert_turned_away(hasty, f"/fails/{how}")


def test_a_transaction_that_idles(hasty):
    """`idle_in_transaction_session_timeout` ends it: it may hold locks that others wait for."""
    assert_turned_away(hasty, "/idles")


def test_a_connection_cut_when_all_is_read(hasty):
    """The answer that was made is given, and neither the session nor its connection stays behind."""
    answers = [Visitor(hasty, "nobody").get("/is-left") for _ in range(3)]
    assert [answer.text for answer in answers] == ["all is said"] * 3
    with hasty.app_context():
        assert (db.engine.pool.checkedout(), len(db.session.registry.registry)) == (0, 0)


def test_a_pool_without_a_free_connection(hasty):
    """Quickly: well within the time in which a person takes a page for broken; and it recovers by itself."""
    visitor = Visitor(hasty, "nobody")
    with hasty.app_context():
        engine = db.engine
    with ExitStack() as held:
        for _ in range(16):
            held.enter_context(engine.connect())
        begun = time.monotonic()
        answer = visitor.get("/healthz")
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert time.monotonic() - begun < 30
    # It is reached again, and this database was never migrated; a connection that idled too long may come first.
    until(lambda: "schema" in visitor.get("/healthz").text)


@pytest.fixture
def no_descriptors_left() -> Iterator[None]:
    """Let this process open nothing more."""
    limits, held = resource.getrlimit(resource.RLIMIT_NOFILE), []
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/dev/fd"))) + 2, limits[1]))
    try:
        with suppress(OSError):
            while True:
                held.append(os.open(os.devnull, os.O_RDONLY))
        yield
    finally:
        for descriptor in held:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.fixture
def cold(app: Flask) -> Iterator[Flask]:
    """A site that has loaded no template yet."""
    site = create_app(Settings(database_url=app.config["SQLALCHEMY_DATABASE_URI"], secret_key="tests"))
    yield site
    with site.app_context():
        db.engine.dispose()


def assert_told_of_no_descriptors(visitor: Visitor, *paths: str) -> None:
    """Ask for pages, as pages and as fragments: they say that they cannot be."""
    for answer in [ask(path) for path in paths for ask in (visitor.get, visitor.fragment)]:
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5"), answer.request.path
        assert "too busy right now" in answer.text
        assert "frame-ancestors" in answer.headers["Content-Security-Policy"]
        assert answer.headers["X-Request-ID"]


def test_no_descriptors_for_the_page_of_an_error(cold, request, caplog):
    """What a template that is loaded for the first time is opened with, amid the handling of another error."""
    visitor = Visitor(cold, "nobody")
    assert visitor.get("/healthz").status_code == 200
    request.getfixturevalue("no_descriptors_left")
    assert_told_of_no_descriptors(visitor, "/nowhere", "/rules")
    assert [record.message for record in caplog.records] == ["no file descriptors left"] * 4


def test_no_descriptors_for_a_connection_either(cold, ann, request, caplog):
    """Neither to answer a user nor to learn in whose language to say why not; each request is logged once, as a 503."""
    caplog.set_level("INFO", "app.http.request_logging")
    request.getfixturevalue("no_descriptors_left")
    assert_told_of_no_descriptors(Visitor(cold, "Ann", ann.user), "/", "/account")
    errors = [record.message for record in caplog.records if record.message == "no file descriptors left"]
    assert len(errors) == 4
    assert [record.status for record in caplog.records if hasattr(record, "status")] == [503] * 4


def test_no_descriptors_for_a_program(cold, request):
    """The API answers with problem details."""
    visitor = Visitor(cold, "nobody")
    request.getfixturevalue("no_descriptors_left")
    answer = visitor.get("/api/games", authorization="Bearer dead-drop-0000")
    assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "unavailable", "5")


def test_the_times_allowed(context):
    """What the server itself says is in force on the site's own connections."""
    allowed = {"statement_timeout": "10s", "lock_timeout": "3s", "idle_in_transaction_session_timeout": "30s"}
    assert {name: db.session.scalar(text(f"SHOW {name}")) for name in allowed} == allowed
    assert db.engine.pool.timeout() == 3


def test_a_server_that_vanishes_is_not_waited_for_for_hours(context):
    """What the system keeps for the site's own connections: seconds, a count, and milliseconds."""
    with db.engine.connect() as connection, socket.socket(fileno=os.dup(connection.connection.fileno())) as wire:
        names = ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT", "TCP_USER_TIMEOUT")
        kept = [wire.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) for name in names]
    assert kept == [10, 5, 3, 25_000]


def test_a_table_that_somebody_holds_is_waited_for_three_seconds(app, ann, bob):
    """With the real `lock_timeout`: the move is turned away, and taken when the table is free again."""
    table = lay("duet", {"a": ann, "b": bob})
    with app.app_context(), db.engine.connect() as holder:
        holder.execute(text("SELECT 1 FROM games FOR UPDATE"))
        begun = time.monotonic()
        answer = table.play("a", f"clue {CLUE} 2")
        assert 2.5 < time.monotonic() - begun < 30
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert table.moves == []
    table.must("a", f"clue {CLUE} 2")
    assert len(table.moves) == 1


def test_a_connection_cut_before_a_refusal(hasty):
    """A view that undoes what it began goes on to say why; what it would say it with is gone, so it says that."""
    assert_turned_away(hasty, "/is-undone")
