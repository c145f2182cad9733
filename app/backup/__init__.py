"""Backing up the whole database to one file (`save`) and restoring it (`restore`), with pg_dump and pg_restore."""

from app.backup.programs import BackupError
from app.backup.restoring import restore
from app.backup.saving import save

__all__ = ["BackupError", "restore", "save"]
