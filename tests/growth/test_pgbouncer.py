"""The site by way of PgBouncer in transaction mode: what a session would have to remember is in force all the same."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import repeat

import psycopg
import pytest
from flask import Flask
from psycopg.sql import SQL, Identifier
from sqlalchemy import text

from app import create_app
from app.cli import _migrate, _with_database
from app.config import Settings
from app.db import OUTAGE_ERRORS, SESSION_SETTINGS, db, schema
from tests.games.tables import DUET_KEYS, WINNING, lay
from tests.growth.pooler import pooler
from tests.processes import free_port
from tests.visitor import sign_up

SHOW = "SELECT pg_backend_pid(), " + ", ".join(f"current_setting('{name}')" for name in SESSION_SETTINGS)
POLLS = 80


@pytest.fixture(scope="module")
def direct(new_database: Callable[[str], str], worker: str) -> str:
    """The URL of a database of this file's own, past PgBouncer."""
    return new_database(f"pooled_{worker}")


@pytest.fixture(scope="module")
def settings(direct: str) -> Iterator[Settings]:
    """Those of a site behind PgBouncer, on a migrated database."""
    with pooler(direct) as through:
        settings = Settings(database_url=through, listen_url=direct, secret_key="tests")
        _with_database(settings, _migrate(settings))
        yield settings


@pytest.fixture
def behind(settings: Settings) -> Iterator[Flask]:
    """The site."""
    site = create_app(settings)
    yield site
    with site.app_context():
        db.engine.dispose()


def test_every_session_that_is_lent_has_the_settings_of_the_site(settings: Settings) -> None:
    with ExitStack() as stack:
        sessions = [stack.enter_context(psycopg.connect(settings.database_url)) for _ in range(5)]
        rows = [session.execute(SHOW).fetchone() for session in sessions]
    assert len({row[0] for row in rows if row}) == 5
    assert {row[1:] for row in rows if row} == {tuple(SESSION_SETTINGS.values())}


def test_the_engine_asks_for_nothing_that_a_pooler_cannot_give(behind: Flask) -> None:
    with behind.app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql(SHOW).one()[1:] == tuple(SESSION_SETTINGS.values())


def test_nothing_is_prepared_in_a_session_that_goes_to_others(behind: Flask) -> None:
    with behind.app_context(), db.engine.connect() as connection, db.engine.connect() as another:
        for mine in (connection, another, connection):
            for _ in range(10):
                assert mine.exec_driver_sql("SELECT count(*) FROM pg_prepared_statements").scalar() == 0
            mine.commit()


def test_a_game_is_played_while_many_poll(behind: Flask) -> None:
    """More of them at once than there are sessions."""
    ann, bob = sign_up(behind, "Ann"), sign_up(behind, "Bob")
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    watchers = [sign_up(behind, f"Watcher {number}") for number in range(8)]
    with ThreadPoolExecutor(len(watchers)) as pool:
        polls = pool.map(lambda who, path: who.fragment(path).status_code, watchers * (POLLS // 8), repeat("/"))
        for seat, move in WINNING:
            table.send(seat, move)
        assert set(polls) == {200}
    assert table.moves == [move for _, move in WINNING]
    assert table.game.winner == "team"


@pytest.mark.parametrize("pooled", [True, False])
@pytest.mark.parametrize("leave", ["leave", "rollback", "commit", "close"])
def test_a_session_that_is_lost_while_it_is_idle_can_be_left(settings: Settings, leave: str, pooled: bool) -> None:
    """PgBouncer then tells of it twice, which is once too often for psycopg."""
    site = create_app(settings if pooled else replace(settings, database_url=settings.listen_url))
    with site.app_context(), psycopg.connect(settings.listen_url, autocommit=True) as connection:
        pid = db.session.scalar(text("SELECT pg_backend_pid()"))
        connection.execute("SELECT pg_terminate_backend(%s, 1000)", [pid])
        if leave in {"commit", "rollback"}:
            with pytest.raises(OUTAGE_ERRORS):
                getattr(db.session, leave)()
            with suppress(*OUTAGE_ERRORS):
                db.session.rollback()
        elif leave == "close":
            db.session.close()
    with site.app_context():
        assert db.session.scalar(text("SELECT 1")) == 1
        db.engine.dispose()


def test_migrations_go_past_it(settings: Settings) -> None:
    nowhere = replace(settings, database_url=f"postgresql://deaddrop@127.0.0.1:{free_port()}/nothing")
    _with_database(nowhere, _migrate(nowhere))


def test_whatever_the_role_is_called(settings: Settings, direct: str) -> None:
    name = 'o"dd %s :role'
    with psycopg.connect(direct, autocommit=True) as connection:
        connection.execute(SQL("CREATE ROLE {}").format(Identifier(name)))
        try:
            _with_database(settings, lambda: schema.migrate(name))
            settled = "SELECT setconfig FROM pg_db_role_setting JOIN pg_roles r ON setrole = r.oid WHERE rolname = %s"
            row = connection.execute(settled, [name]).fetchone()
        finally:
            connection.execute(SQL("DROP ROLE {}").format(Identifier(name)))
    assert row
    assert "lock_timeout=3s" in row[0]
