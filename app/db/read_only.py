"""End read-only transactions with COMMIT, so that psycopg keeps its prepared statements.

On ROLLBACK psycopg discards all prepared statements of the connection, and they would have to be planned again.
"""

from contextlib import suppress
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine.interfaces import DBAPICursor

HAS_WRITTEN = "wrote"


def init_engine(engine: Engine) -> None:
    """Attach the event listeners to an engine."""
    event.listen(engine, "begin", _begin)
    event.listen(engine, "before_cursor_execute", _note_write)
    event.listen(engine, "rollback", _commit_if_read_only)


def may_write(statement: str) -> bool:
    """Return whether a statement may write: each does that is not a SELECT."""
    return not statement.lstrip().startswith("SELECT")


def _begin(connection: Connection) -> None:
    connection.info[HAS_WRITTEN] = False


def _note_write(connection: Connection, _cursor: DBAPICursor, statement: str, *_: Any) -> None:
    if may_write(statement):
        connection.info[HAS_WRITTEN] = True


def _commit_if_read_only(connection: Connection) -> None:
    """Commit before SQLAlchemy rolls back, if the transaction has written nothing."""
    if connection.invalidated or connection.info.get(HAS_WRITTEN, True):
        return
    driver: Any = connection.connection.dbapi_connection
    if driver.info.transaction_status == TransactionStatus.INTRANS:
        with suppress(psycopg.Error):  # the rollback that follows raises it too
            driver.commit()
