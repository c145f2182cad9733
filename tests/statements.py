"""The statements that are sent to the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from flask import Flask
from sqlalchemy import Connection, Engine, TextClause, event

from app.db import db, round_trip


@contextmanager
def recorded_statements(source: Flask | Engine | Connection) -> Iterator[list[str]]:
    """Record what is sent meanwhile: by SQLAlchemy to this database, and past it in round trips."""
    sent: list[str] = []
    to_driver = round_trip._sql

    def note_round_trip(statement: TextClause) -> str:
        sent.append(to_driver(statement))
        return sent[-1]

    engine = _engine(source) if isinstance(source, Flask) else source
    event.listen(engine, "before_cursor_execute", note := lambda *about: sent.append(about[2]))
    try:
        with patch.object(round_trip, "_sql", note_round_trip):
            yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def _engine(app: Flask) -> Engine:
    with app.app_context():
        return db.engine
