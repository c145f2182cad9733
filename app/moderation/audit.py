"""The audit log: which admin did what, when and why. Rows are only added; a database trigger prevents changes."""

from collections.abc import Sequence

from sqlalchemy import select

from app.db import db
from app.moderation.models import Entry


def note(actor_id: int | None, deed: str, subject_id: int, reason: str = "", report_id: int | None = None) -> None:
    """Add an entry in the current transaction. `deed` is a key of labels.ACTIONS; no actor means the command line."""
    db.session.add(Entry(actor_id, deed, subject_id, reason, report_id))


def entries(most: int, before: int | None = None) -> Sequence[Entry]:
    """Return the latest entries, newest first; with `before`, the latest older than that id."""
    query = select(Entry).order_by(Entry.id.desc()).limit(most)
    return db.session.scalars(query.where(Entry.id < before) if before else query).all()
