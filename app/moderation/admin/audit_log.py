"""The audit log: which admin did what, to whom, when and why. A database trigger allows only additions."""

from collections.abc import Sequence

from sqlalchemy import select

from app.db import db
from app.moderation.models import AuditEntry


def add_entry(
    actor_id: int | None, action: str, subject_id: int, reason: str = "", report_id: int | None = None
) -> None:
    """Add an entry to the audit log, without commit.

    `action` is a key of labels.ACTIONS, `subject_id` the user it was done to; no actor means the command line.
    """
    db.session.add(AuditEntry(actor_id, action, subject_id, reason, report_id))


def load_entries(most: int, before: int | None = None) -> Sequence[AuditEntry]:
    """Return the newest `most` entries, newest first; with `before`, only those with a lower id."""
    query = select(AuditEntry).order_by(AuditEntry.id.desc()).limit(most)
    return db.session.scalars(query.where(AuditEntry.id < before) if before else query).all()
