"""The database: engine, session and the base class of all models (PostgreSQL through psycopg 3)."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import DateTime, MetaData, Select, delete, exc, func
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute, Mapped, MappedAsDataclass, mapped_column
from sqlalchemy.orm.attributes import flag_modified

from app.db import lost_connections as lost_connections  # listens to all pools

NAMING_CONVENTION = {
    "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
    "ck": "%(table_name)s_%(constraint_name)s_check",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "pk": "%(table_name)s_pkey",
}

# A stuck statement, a forgotten lock or an idle transaction must not block everybody else.
SESSION_SETTINGS = {
    "statement_timeout": "10s",
    "lock_timeout": "3s",
    "idle_in_transaction_session_timeout": "30s",
    "timezone": "UTC",
}
CONNECTION_OPTIONS = " ".join(f"-c {name}={value}" for name, value in SESSION_SETTINGS.items())

# Seconds to wait for a free connection of the pool, or for a new connection to the server. A page that takes longer
# looks broken and gets reloaded, which adds to the load. A typical transaction takes a hundredth of that.
CONNECT_SECONDS = 3

# A server that is cut off sends nothing. Keepalives give it up after 25 s; by default that takes hours, and thread
# after thread would block on it.
KEEPALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}

# Raised while the database cannot be used: it is unreachable, starting, stopping, full, read-only, too slow, or out of
# connections. The transaction has failed; if its commit was interrupted, the outcome is unknown.
OUTAGE_ERRORS = (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.TimeoutError)

K = TypeVar("K", int, str)
BATCH_SIZE = 1000  # rows deleted in one transaction


class Base(MappedAsDataclass, DeclarativeBase, eq=False):
    """Base class of all models; `db.Model` does not support dataclass mapping."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)
    type_annotation_map = {datetime: DateTime(timezone=True)}  # noqa: RUF012


class ResilientSession(Session):
    """A session that can be closed even after its connection was lost, when the server has already rolled back."""

    def rollback(self) -> None:
        """Roll back; if the connection is lost, discard it and all loaded objects, and raise."""
        try:
            super().rollback()
        except OUTAGE_ERRORS:
            self.invalidate()
            raise

    def close(self) -> None:
        """Roll back and release the connection; a lost connection is discarded."""
        try:
            super().close()
        except OUTAGE_ERRORS:
            self.invalidate()


db = SQLAlchemy(metadata=Base.metadata, session_options={"class_": ResilientSession, "expire_on_commit": False})


def engine_options(pooled: bool = False) -> dict[str, object]:
    """Return engine options that survive a database restart and limit what one request may hold.

    `pooled`: the site connects through PgBouncer, which lends a server session for one transaction at a time. Prepared
    statements and connection options do not work there; instead schema.migrate stores the settings for the role.
    """
    manner: dict[str, object] = {"prepare_threshold": None} if pooled else {"options": CONNECTION_OPTIONS}
    return {
        "hide_parameters": True,  # keep parameter values out of error messages
        "pool_size": 8,
        "max_overflow": 8,
        "pool_timeout": CONNECT_SECONDS,
        "pool_use_lifo": True,  # the session used last has its plans and rows at hand
        "connect_args": {"connect_timeout": CONNECT_SECONDS, **KEEPALIVE, **manner},
    }


def created_at_column() -> Mapped[datetime]:
    """Return a column for the time of insertion, by the database's clock."""
    return mapped_column(init=False, server_default=func.now())


def now() -> datetime:
    """Return the current time in UTC; services use this clock only."""
    return datetime.now(UTC)


def force_update(rows: Iterable[object], *columns: str) -> None:
    """Mark these columns as changed in all rows, so that the next flush writes all rows in one statement."""
    for row in rows:
        for column in columns:
            flag_modified(row, column)


def delete_in_batches(ids: Select[K], column: InstrumentedAttribute[K]) -> int:
    """Delete the rows whose `column` is in `ids`, in batches, skipping locked rows; return how many were deleted."""
    total = 0
    batch = ids.limit(BATCH_SIZE).with_for_update(skip_locked=True)
    while count := len(db.session.scalars(delete(column.class_).where(column.in_(batch)).returning(column)).all()):
        db.session.commit()
        total += count
    db.session.commit()
    return total
