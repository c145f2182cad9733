"""The database schema: run migrations, check whether it is current, and generate new migrations."""

from functools import cache

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from app.config import ROOT
from app.db import SESSION_SETTINGS, db

MIGRATIONS = ROOT / "migrations"
MIGRATION_LOCK = 0x64656164  # an arbitrary advisory lock key: servers that start together migrate one after the other

# A migration may wait for another one, and take longer than a request may.
NO_TIMEOUTS = (
    "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
)


class NewerSchemaError(Exception):
    """The database was migrated by a newer version of the site; the message is one line for whoever starts it."""


def migrate(pooled: str | None = None) -> None:
    """Apply all missing migrations in one transaction, or raise NewerSchemaError.

    `pooled` is the role under which the site connects through PgBouncer, if it does. Its settings are stored in the
    database: they cannot be passed as connection options there, and setting them in each transaction would be slow.
    """
    with db.engine.begin() as connection:
        connection.execute(text(NO_TIMEOUTS))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        current = _current_revision(connection)
        if current is not None:
            require_known_revision(current, "database")
        command.upgrade(_config(connection), "head")
        if pooled:
            _set_role_settings(connection, pooled)


def require_known_revision(revision: str, what: str) -> None:
    """Raise NewerSchemaError if this code does not know the schema revision."""
    if revision not in _known_revisions():
        raise NewerSchemaError(f"The {what} is of a newer version ({revision}) than this one; update the site.")


def downgrade(revision: str) -> None:
    """Undo the migrations after `revision`; `base` undoes all."""
    with db.engine.begin() as connection:
        command.downgrade(_config(connection), revision)


def write_revision(message: str) -> None:
    """Generate a migration from the database's schema to the models'; review it before use."""
    with db.engine.begin() as connection:
        number = len(_known_revisions()) + 1
        command.revision(_config(connection), message, autogenerate=True, rev_id=f"{number:04}")


def is_current() -> bool:
    """Whether the database is at this code's schema revision."""
    with db.engine.connect() as connection:
        return _current_revision(connection) == _head_revision()


def _set_role_settings(connection: Connection, role: str) -> None:
    """Apply the site's settings to each new session of a role in this database."""
    quote = connection.dialect.identifier_preparer.quote
    database = connection.scalar(text("SELECT current_database()"))
    for name, value in SESSION_SETTINGS.items():
        where = f"{quote(role)} IN DATABASE {quote(str(database))}"
        connection.exec_driver_sql(f"ALTER ROLE {where} SET {name} = '{value}'")


def _current_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


@cache
def _head_revision() -> str | None:
    """Return this code's schema revision; cached, because reading it is slow and it cannot change."""
    return _scripts().get_current_head()


def _known_revisions() -> set[str]:
    return {script.revision for script in _scripts().walk_revisions()}


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(MIGRATIONS))


def _config(connection: Connection) -> Config:
    config = Config(str(MIGRATIONS / "alembic.ini"), attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
