"""Who did what in the site's name, when and why: rows are added, never changed (a trigger sees to that)."""

from collections.abc import Sequence

from sqlalchemy import select

from app.db import db
from app.moderation.models import Entry


def note(actor_id: int | None, deed: str, subject_id: int, reason: str = "", report_id: int | None = None) -> None:
    """Write down a deed, one of words.DEEDS, in the running transaction; without an actor it came by a command."""
    db.session.add(Entry(actor_id, deed, subject_id, reason, report_id))


def entries(most: int, before: int | None = None) -> Sequence[Entry]:
    """Return the last entries, or the last of those before one of them, the latest first."""
    query = select(Entry).order_by(Entry.id.desc()).limit(most)
    return db.session.scalars(query.where(Entry.id < before) if before else query).all()
