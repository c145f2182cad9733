"""Transactions that have only read end by a commit: it undoes as little, and psycopg keeps what it has prepared.

At a rollback it forgets all prepared statements of the connection, so that the next reader's would be planned anew.
"""

from contextlib import suppress
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPICursor

WROTE = "wrote"


def init_engine(engine: Engine) -> None:
    """Look after the transactions of an engine."""
    event.listen(engine, "begin", _begin)
    event.listen(engine, "before_cursor_execute", _note)
    event.listen(engine, "rollback", _end)


def _begin(connection: Connection) -> None:
    connection.info[WROTE] = False


def _note(connection: Connection, _cursor: DBAPICursor, statement: str, *_: Any) -> None:
    if not statement.startswith("SELECT "):
        connection.info[WROTE] = True


def _end(connection: Connection) -> None:
    """Commit before SQLAlchemy rolls back, if there is nothing that this could keep; then there is nothing to undo."""
    if connection.invalidated or connection.info.get(WROTE, True):
        return
    driver: Any = connection.connection.dbapi_connection
    if driver.info.transaction_status == TransactionStatus.INTRANS:
        with suppress(psycopg.Error):  # which the rollback that follows meets too, and tells of
            driver.commit()
