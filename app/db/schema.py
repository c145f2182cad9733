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

# The oldest revision whose code works with the newest schema: servers of that release may go on, and start again.
# Raise it only in a release after the one that stopped using what a migration removes (docs/upgrading.md).
COMPATIBLE_SINCE = "0012"
COMPATIBILITY = "COMMENT ON TABLE alembic_version IS 'compatible since {}'"  # kept by backups, too

# A migration may wait for another one, and take longer than a request may.
NO_TIMEOUTS = (
    "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
)


class NewerSchemaError(Exception):
    """The database was migrated by a newer version of the site; the message is one line for whoever starts it."""


def migrate(pooled: str | None = None) -> None:
    """Apply all missing migrations in one transaction; raise NewerSchemaError if this code is too old for the database.

    `pooled` is the role under which the site connects through PgBouncer, if it does. Its settings are stored in the
    database: they cannot be passed as connection options there, and setting them in each transaction would be slow.
    """
    with db.engine.begin() as connection:
        connection.execute(text(NO_TIMEOUTS))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        current = _current_revision(connection)
        if not _is_ahead_but_compatible(connection, current):
            if current is not None:
                require_known_revision(current, "database")
            command.upgrade(_config(connection), "head")
            connection.execute(text(COMPATIBILITY.format(COMPATIBLE_SINCE)))
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


def is_usable() -> bool:
    """Whether the database is at this code's schema revision, or at a newer one with which this code still works."""
    with db.engine.connect() as connection:
        current = _current_revision(connection)
        return current == _head_revision() or _is_ahead_but_compatible(connection, current)


def _is_ahead_but_compatible(connection: Connection, current: str | None) -> bool:
    """Whether a newer release has migrated the database, and has noted there that this code still works with it."""
    if current is None or current in _known_revisions():
        return False
    note = connection.scalar(text("SELECT obj_description('alembic_version'::regclass)"))
    since = str(note).rpartition(" ")[2]
    return since in _known_revisions()


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


@cache
def _known_revisions() -> set[str]:
    return {script.revision for script in _scripts().walk_revisions()}


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(MIGRATIONS))


def _config(connection: Connection) -> Config:
    config = Config(str(MIGRATIONS / "alembic.ini"), attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
