"""Several statements in one round trip to the database, in the transaction of the session.

Each statement sees what was committed before it began, also if the one before it had to wait for a lock.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

import psycopg
from psycopg.rows import dict_row
from sqlalchemy import Connection, TextClause
from sqlalchemy.exc import DBAPIError

from app.db import db
from app.db.read_only import HAS_WRITTEN, may_write

Sent = tuple[TextClause, Mapping[str, Any]]
Rows = Sequence[Mapping[str, Any]]
_trace: Callable[[str], AbstractContextManager[object]] = nullcontext


def trace_with(trace: Callable[[str], AbstractContextManager[object]]) -> None:
    """Have each round trip from now on take place in a context that is opened with the text of its statements."""
    global _trace  # noqa: PLW0603  # a process has traces or none
    _trace = trace


def execute_together(*sent: Sent, commit: bool = False) -> list[Rows]:
    """Execute statements with their bind parameters, and return the rows of each; `commit` ends the transaction.

    Nothing that the session has not flushed is sent along. Within a savepoint, `commit` ends that alone.
    """
    connection = db.session.connection()
    commits_along = commit and not connection.in_nested_transaction()
    statements = [(_sql(text), values) for text, values in sent]
    connection.info[HAS_WRITTEN] |= any(may_write(sql) for sql, _ in statements)
    driver: Any = connection.connection.driver_connection
    try:
        with _trace("; ".join(sql for sql, _ in statements)), driver.pipeline():
            cursors = [driver.cursor(row_factory=dict_row).execute(sql, values) for sql, values in statements]
            if commits_along:
                driver.commit()
        if commit and not commits_along:
            db.session.commit()
        return [cursor.fetchall() if cursor.rownumber is not None else [] for cursor in cursors]
    except psycopg.Error as error:
        raise _translate(error, connection, driver) from error


@cache
def _sql(statement: TextClause) -> str:
    """Return a statement as the driver takes it."""
    return str(statement.compile(dialect=db.engine.dialect))


def _translate(error: psycopg.Error, connection: Connection, driver: psycopg.Connection) -> Exception:
    """Return what SQLAlchemy would raise, after giving up a connection that is lost."""
    lost = bool(driver.closed)
    if lost:
        connection.invalidate(error)
    dialect = connection.dialect
    found = DBAPIError.instance(
        None, None, error, psycopg.Error, hide_parameters=True, connection_invalidated=lost, dialect=dialect
    )
    return found if isinstance(found, Exception) else error
