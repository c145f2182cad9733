"""A site whose writes are undone: all its requests share one connection, in transactions that never commit."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from flask import Flask
from psycopg.pq import ExecStatus
from sqlalchemy import Connection, Engine, Transaction, text

from app.db import db

SAVEPOINTS = {
    "do_savepoint": "SAVEPOINT",
    "do_release_savepoint": "RELEASE SAVEPOINT",
    "do_rollback_to_savepoint": "ROLLBACK TO SAVEPOINT",
}


@contextmanager
def on_one_connection(app: Flask) -> Iterator[Connection]:
    """Let a site write by one connection only, inside of `rolled_back`; a commit of its own ends a savepoint."""
    with app.app_context():
        engines = db.engines
    engine = engines[None]
    _keep_prepared_statements(engine)
    with engine.connect() as connection:
        connection.execute(text("SET idle_in_transaction_session_timeout = 0"))
        connection.commit()
        connection.begin = connection.connect = partial(_begin, connection)  # type: ignore[attr-defined,method-assign]
        engines[None] = connection  # type: ignore[assignment]
        try:
            yield connection
        finally:
            engines[None] = engine
    engine.dispose()


def _keep_prepared_statements(engine: Engine) -> None:
    """Roll back behind psycopg's back: it discards all prepared statements when it is told to."""
    engine.dialect.do_rollback = partial(_execute, "ROLLBACK")  # type: ignore[method-assign]
    for method, words in SAVEPOINTS.items():
        setattr(engine.dialect, method, partial(_execute_for, words))


def _execute_for(words: str, connection: Connection, savepoint: str) -> None:
    _execute(f"{words} {savepoint}", connection.connection.dbapi_connection)


def _execute(command: str, connection: Any) -> None:
    result = connection.pgconn.exec_(command.encode())
    assert result.status == ExecStatus.COMMAND_OK, result.error_message


def _begin(connection: Connection) -> AbstractContextManager[Connection]:
    """Return what a site gets that asks for a transaction of its own, beside its session's."""
    assert connection.in_transaction(), "outside of rolled_back, what the site writes would be kept"
    return _savepoint(connection)


@contextmanager
def _savepoint(connection: Connection) -> Iterator[Connection]:
    with connection.begin_nested():
        yield connection


@contextmanager
def rolled_back(connection: Connection) -> Iterator[None]:
    """Undo what the block writes; the outermost block is a transaction, in which sessions have savepoints.

    Were all of them in one transaction, it would look at whatever was undone with each row, for as long as it lasts.
    """
    outermost = None if connection.in_transaction() else _begin_outermost(connection)
    savepoint = connection.begin_nested()
    try:
        yield
    finally:
        (outermost or savepoint).rollback()


def _begin_outermost(connection: Connection) -> Transaction:
    transaction = Connection.begin(connection)
    _execute("BEGIN", connection.connection.dbapi_connection)  # psycopg would, but not before a savepoint of ours
    return transaction
