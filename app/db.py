"""The database: engine, session and the base of all models (PostgreSQL through psycopg 3)."""

from datetime import UTC, datetime

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import DateTime, MetaData, func
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column

NAMES = {
    "ix": "%(table_name)s_%(column_0_N_name)s_idx",
    "uq": "%(table_name)s_%(column_0_N_name)s_key",
    "ck": "%(table_name)s_%(constraint_name)s_check",
    "fk": "%(table_name)s_%(column_0_N_name)s_fkey",
    "pk": "%(table_name)s_pkey",
}

# A stuck statement, a forgotten lock or an idle transaction must not hold up everybody else.
TIMEOUTS = "-c statement_timeout=10s -c lock_timeout=3s -c idle_in_transaction_session_timeout=30s -c timezone=UTC"


class Base(MappedAsDataclass, DeclarativeBase):
    """What every model derives from; `db.Model` does not go with dataclass mapping."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {datetime: DateTime(timezone=True)}  # noqa: RUF012


db = SQLAlchemy(metadata=Base.metadata, session_options={"expire_on_commit": False})


def engine_options() -> dict[str, object]:
    """Options that let the site outlive a restarted database and bound what one request may hold."""
    return {
        "pool_pre_ping": True,
        "pool_size": 8,
        "max_overflow": 8,
        "pool_timeout": 10,
        "connect_args": {"options": TIMEOUTS},
    }


def created() -> Mapped[datetime]:
    """A column that holds when its row was made, by the database's clock."""
    return mapped_column(init=False, server_default=func.now())


def now() -> datetime:
    """The time, with its zone: the one clock of the services."""
    return datetime.now(UTC)
