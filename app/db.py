"""The database: engine, session and the base of all models (PostgreSQL through psycopg 3)."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import DateTime, MetaData, Select, delete, exc, func
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute, Mapped, MappedAsDataclass, mapped_column
from sqlalchemy.orm.attributes import flag_modified

NAMES = {
    "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
    "ck": "%(table_name)s_%(constraint_name)s_check",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "pk": "%(table_name)s_pkey",
}

# A stuck statement, a forgotten lock or an idle transaction must not hold up everybody else.
SESSION = {
    "statement_timeout": "10s",
    "lock_timeout": "3s",
    "idle_in_transaction_session_timeout": "30s",
    "timezone": "UTC",
}
TIMEOUTS = " ".join(f"-c {name}={value}" for name, value in SESSION.items())  # as a connection is opened with them

# Seconds to wait for a free connection of the pool, or for a new one of the server. A page that takes longer seems
# broken and is asked for again, on top of what there was to do; a usual transaction takes a hundredth of that.
PATIENCE = 3

# A server that has vanished, with its machine or the way to it, says nothing. It is asked whether it is there, and
# given up after 25 s: not after hours, in which one thread after the other would come to wait for it.
SIGNS_OF_LIFE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}

# What is raised while the database cannot be used: it is away, starts, ends, is full or may only be read, took too
# long, or has no connection left. The transaction has failed, or, where its commit was cut off, nobody knows.
OUTAGES = (exc.OperationalError, exc.InterfaceError, exc.InternalError, exc.TimeoutError)

K = TypeVar("K", int, str)
BATCH = 1000  # rows that are deleted in one transaction


class Base(MappedAsDataclass, DeclarativeBase, eq=False):
    """What every model derives from; `db.Model` does not go with dataclass mapping."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {datetime: DateTime(timezone=True)}  # noqa: RUF012


class OwnSession(Session):
    """A session that can always be left: what its connection can no longer undo, the database has undone itself."""

    def rollback(self) -> None:
        """Undo the transaction; a connection that cannot is thrown away, and what was loaded by it: that raises."""
        try:
            super().rollback()
        except OUTAGES:
            self.invalidate()
            raise

    def close(self) -> None:
        """Undo the transaction, and let go of its connection."""
        try:
            super().close()
        except OUTAGES:
            self.invalidate()


db = SQLAlchemy(metadata=Base.metadata, session_options={"class_": OwnSession, "expire_on_commit": False})


def engine_options(pooled: bool = False) -> dict[str, object]:
    """Options that let the site outlive a restarted database and bound what one request may hold.

    `pooled`: PgBouncer stands in between, which lends a session for one transaction. It knows no statements that were
    prepared in another, and no options of a connection: there the role has the settings of SESSION (schema.migrate).
    """
    manner: dict[str, object] = {"prepare_threshold": None} if pooled else {"options": TIMEOUTS}
    return {
        "hide_parameters": True,  # errors do not say what was to be written
        "pool_pre_ping": True,
        "pool_size": 8,
        "max_overflow": 8,
        "pool_timeout": PATIENCE,
        "connect_args": {"connect_timeout": PATIENCE, **SIGNS_OF_LIFE, **manner},
    }


def created() -> Mapped[datetime]:
    """A column that holds when its row was made, by the database's clock."""
    return mapped_column(init=False, server_default=func.now())


def now() -> datetime:
    """The time, with its zone: the one clock of the services."""
    return datetime.now(UTC)


def write_alike(rows: Iterable[object], *columns: str) -> None:
    """Let the next flush write these columns of all of these rows, changed or not: by one statement, not by many."""
    for row in rows:
        for column in columns:
            flag_modified(row, column)


def delete_old(ids: Select[K], column: InstrumentedAttribute[K]) -> int:
    """Delete the rows whose `column` is among these, but for those locked just now; return how many."""
    total = 0
    batch = ids.limit(BATCH).with_for_update(skip_locked=True)
    while count := len(db.session.scalars(delete(column.class_).where(column.in_(batch)).returning(column)).all()):
        db.session.commit()
        total += count
    db.session.commit()
    return total
