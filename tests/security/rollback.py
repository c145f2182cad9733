"""A site whose writes are undone: all its requests share one connection, in a transaction that never commits."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from flask import Flask
from psycopg.pq import ExecStatus
from sqlalchemy import Connection, Engine, text

from app.db import db

SAVEPOINTS = {
    "do_savepoint": "SAVEPOINT",
    "do_release_savepoint": "RELEASE SAVEPOINT",
    "do_rollback_to_savepoint": "ROLLBACK TO SAVEPOINT",
}


@contextmanager
def in_one_transaction(app: Flask) -> Iterator[Connection]:
    """Let a site write into a transaction that is rolled back in the end; a commit of its own ends a savepoint."""
    with app.app_context():
        engines = db.engines
    engine = engines[None]
    _keep_prepared_statements(engine)
    with engine.connect() as connection, connection.begin() as transaction:
        connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
        connection.begin = connection.connect = partial(_savepoint, connection)  # type: ignore[attr-defined,method-assign]
        engines[None] = connection  # type: ignore[assignment]
        try:
            with rolled_back(connection):
                yield connection
        finally:
            engines[None] = engine
            transaction.rollback()
    engine.dispose()


def _keep_prepared_statements(engine: Engine) -> None:
    """Set savepoints behind psycopg's back: it discards all prepared statements when it is told to return to one."""
    for method, words in SAVEPOINTS.items():
        setattr(engine.dialect, method, partial(_command, words))


def _command(words: str, connection: Connection, name: str) -> None:
    result = connection.connection.dbapi_connection.pgconn.exec_(f"{words} {name}".encode())
    assert result.status == ExecStatus.COMMAND_OK, result.error_message


@contextmanager
def _savepoint(connection: Connection) -> Iterator[Connection]:
    """What a site gets that asks for a transaction of its own, beside its session's."""
    with connection.begin_nested():
        yield connection


@contextmanager
def rolled_back(connection: Connection) -> Iterator[None]:
    """Undo what the block writes."""
    savepoint = connection.begin_nested()
    try:
        yield
    finally:
        savepoint.rollback()
