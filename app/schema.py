"""The database's schema: bringing it up to date, and asking whether it is."""

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask_migrate import upgrade
from sqlalchemy import text

from app.config import ROOT
from app.db import db

LOCK = 0x64656164  # any number of our own: two servers that start together migrate one after the other


class NewerSchema(Exception):
    """The database was migrated by a newer version of the site."""


def migrate() -> None:
    """Apply the migrations that are missing, or raise NewerSchema."""
    with db.engine.connect() as lock:
        lock.execute(text("SELECT pg_advisory_lock(:key)"), {"key": LOCK})
        current = _current()
        if current is not None and current not in _known():
            raise NewerSchema(current)
        upgrade(directory=str(ROOT / "migrations"))


def is_current() -> bool:
    """Whether the database has exactly this code's schema."""
    return _current() == _scripts().get_current_head()


def _current() -> str | None:
    with db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def _known() -> set[str]:
    return {script.revision for script in _scripts().walk_revisions()}


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(Path(ROOT, "migrations")))
