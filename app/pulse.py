"""What changed since you looked: each topic has a beat, each polling fragment carries a tag with the beats it has seen.

A topic is a short text such as `game:k3x9` or `lobby:k3x9`; its beat is a number that grows with every change a page on
that topic may show. A poll that brings the tag of what is true now is answered 204 and nothing is swapped.
"""

from collections.abc import Sequence

from flask import Response, request
from sqlalchemy import BigInteger, select, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, db

HEADER = "HX-PTag"

BUMP = text("""
    WITH bumped AS (
        INSERT INTO beats (topic, beat) SELECT unnest(CAST(:topics AS text[])), 1
        ON CONFLICT (topic) DO UPDATE SET beat = beats.beat + 1
        RETURNING topic, beat)
    SELECT pg_notify('beats', topic || ' ' || beat) FROM bumped
""")


class Beat(Base):
    """How often a topic has changed."""

    __tablename__ = "beats"

    topic: Mapped[str] = mapped_column(primary_key=True)
    beat: Mapped[int] = mapped_column(BigInteger)


def beat(*topics: str) -> None:
    """Count a change of each topic in the running transaction; listeners hear of it when that commits."""
    db.session.execute(BUMP, {"topics": sorted(set(topics))})  # sorted: two writers lock in one order


def tag(viewer: str, topics: Sequence[str]) -> str:
    """Return what is true now for `viewer`, such as `7 game:k3x9:17`; read it before the data it speaks of."""
    rows = db.session.execute(select(Beat.topic, Beat.beat).where(Beat.topic.in_(topics)))
    beats = {row.topic: row.beat for row in rows}
    return " ".join([viewer, *(f"{topic}:{beats.get(topic, 0)}" for topic in topics)])


def unchanged(current: str) -> Response | None:
    """Return the 204 that answers a poll which has already seen `current`, else None."""
    if request.headers.get(HEADER) == current:
        return Response(status=204, headers={HEADER: current})
    return None
