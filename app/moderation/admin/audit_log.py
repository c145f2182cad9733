"""The audit log: which admin did what, when and why. Rows are only added; a database trigger prevents changes."""

from collections.abc import Sequence

from sqlalchemy import select

from app.db import db
from app.moderation.models import AuditEntry


def add_entry(
    actor_id: int | None, action: str, subject_id: int, reason: str = "", report_id: int | None = None
) -> None:
    """Add an entry in the current transaction. `action` is a key of labels.ACTIONS; no actor means the command line."""
    db.session.add(AuditEntry(actor_id, action, subject_id, reason, report_id))


def load_entries(most: int, before: int | None = None) -> Sequence[AuditEntry]:
    """Return the latest entries, newest first; with `before`, the latest older than that id."""
    query = select(AuditEntry).order_by(AuditEntry.id.desc()).limit(most)
    return db.session.scalars(query.where(AuditEntry.id < before) if before else query).all()
