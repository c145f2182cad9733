"""The database's schema: bringing it up to date, asking whether it is, and writing down how it changed."""

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from app.config import ROOT
from app.db import db

FOLDER = ROOT / "migrations"
LOCK = 0x64656164  # any number of our own: two servers that start together migrate one after the other

# A migration may wait for another's, and take longer than a request may.
PATIENCE = (
    "SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
)


class NewerSchemaError(Exception):
    """The database was migrated by a newer version of the site; the message is one line for whoever starts it."""


def migrate() -> None:
    """Apply the migrations that are missing, all or none, or raise NewerSchemaError."""
    with db.engine.begin() as connection:
        connection.execute(text(PATIENCE))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
        current = _current(connection)
        if current is not None and current not in _known():
            raise NewerSchemaError(f"The database is of a newer version ({current}) than this one; update the site.")
        command.upgrade(_config(connection), "head")


def downgrade(revision: str) -> None:
    """Take back the migrations that came after `revision`; `base` takes back all."""
    with db.engine.begin() as connection:
        command.downgrade(_config(connection), revision)


def write_revision(message: str) -> None:
    """Write a migration from the database's schema to the models'; to be read before it is trusted."""
    with db.engine.begin() as connection:
        number = len(_known()) + 1
        command.revision(_config(connection), message, autogenerate=True, rev_id=f"{number:04}")


def is_current() -> bool:
    """Whether the database has exactly this code's schema."""
    with db.engine.connect() as connection:
        return _current(connection) == _scripts().get_current_head()


def _current(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _known() -> set[str]:
    return {script.revision for script in _scripts().walk_revisions()}


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(FOLDER))


def _config(connection: Connection) -> Config:
    config = Config(str(FOLDER / "alembic.ini"), attributes={"connection": connection})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
