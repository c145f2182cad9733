"""A site whose writes are undone: all its requests share one connection, in a transaction that never commits."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from flask import Flask
from sqlalchemy import Connection, text

from app.db import db


@contextmanager
def in_one_transaction(app: Flask) -> Iterator[Connection]:
    """Let a site write into a transaction that is rolled back in the end; a commit of its own ends a savepoint."""
    with app.app_context():
        engines = db.engines
    engine = engines[None]
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
