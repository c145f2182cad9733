"""End read-only transactions with COMMIT, so that psycopg keeps its prepared statements.

On ROLLBACK psycopg discards all prepared statements of the connection, and they would have to be planned again.
"""

from contextlib import suppress
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPICursor

WROTE = "wrote"


def init_engine(engine: Engine) -> None:
    """Attach the event listeners to an engine."""
    event.listen(engine, "begin", _begin)
    event.listen(engine, "before_cursor_execute", _note)
    event.listen(engine, "rollback", _end)


def _begin(connection: Connection) -> None:
    connection.info[WROTE] = False


def _note(connection: Connection, _cursor: DBAPICursor, statement: str, *_: Any) -> None:
    if not statement.startswith("SELECT "):
        connection.info[WROTE] = True


def _end(connection: Connection) -> None:
    """Commit before SQLAlchemy rolls back, if the transaction has written nothing."""
    if connection.invalidated or connection.info.get(WROTE, True):
        return
    driver: Any = connection.connection.dbapi_connection
    if driver.info.transaction_status == TransactionStatus.INTRANS:
        with suppress(psycopg.Error):  # the rollback that follows raises it too
            driver.commit()
