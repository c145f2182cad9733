"""The databases of the tests: empty ones, copies of one that is migrated, and emptying them between tests."""

from functools import cache
from pathlib import Path

import psycopg

from app import create_app
from app.config import Settings
from app.config.file_locks import lock_file
from app.db import Base, db, schema

MIGRATED, UNFINISHED = "migrated", "migrating"  # names of the database that is copied
TABLES = tuple(Base.metadata.tables)
WRITTEN = "SELECT " + ", ".join(f'EXISTS (SELECT FROM "{table}")' for table in TABLES)


def create(cluster: str, name: str, template: str = "template1") -> str:
    """Make a database of that name on a server, instead of an older one, and return its URL."""
    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    return cluster.removesuffix("postgres") + name


def make_template(cluster: str, folder: Path) -> str:
    """Make the database that is copied, unless another process has, and return its name."""
    with lock_file(folder / "template.lock"), psycopg.connect(cluster, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [MIGRATED]).fetchone():
            migrate(create(cluster, UNFINISHED))
            connection.execute(f"ALTER DATABASE {UNFINISHED} RENAME TO {MIGRATED}")
    return MIGRATED


def migrate(url: str) -> None:
    """Bring a database up to date."""
    with create_app(Settings(database_url=url, secret_key="tests")).app_context():
        schema.migrate()
        db.engine.dispose()


def delete_rows(url: str) -> None:
    """Delete all rows of a database, by a connection that is kept."""
    try:
        _delete_rows(_kept(url))
    except psycopg.OperationalError:  # a test has ended the connection, or the server
        _kept.cache_clear()
        _delete_rows(_kept(url))


def delete_rows_once(url: str) -> None:
    """Delete all rows of a database, by a connection of its own."""
    with _connect(url) as connection:
        _delete_rows(connection)


def _delete_rows(connection: psycopg.Connection) -> None:
    """Empty the tables in which a row stands; quicker than TRUNCATE, and without foreign keys the order is free."""
    (written,) = connection.execute(WRITTEN, prepare=True)
    connection.execute(
        "; ".join(f'DELETE FROM "{table}"' for table, is_written in zip(TABLES, written, strict=True) if is_written)
    )


@cache
def _kept(url: str) -> psycopg.Connection:
    return _connect(url)


def _connect(url: str) -> psycopg.Connection:
    options = "-c session_replication_role=replica -c lock_timeout=5s"
    return psycopg.connect(url, autocommit=True, options=options)
