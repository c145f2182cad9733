"""The whole database as one file, and back: `save` and `restore`, around PostgreSQL's own pg_dump and pg_restore."""

from app.backup.programs import BackupError
from app.backup.restoring import restore
from app.backup.saving import save

__all__ = ["BackupError", "restore", "save"]
