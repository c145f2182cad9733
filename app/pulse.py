"""What changed since you looked: each topic has a beat, each polling fragment carries a tag with the beats it has seen.

A topic is a short text such as `game:k3x9` or `lobby:k3x9`; its beat is a number that grows with every change a page on
that topic may show. A poll that brings the tag of what is true now is answered 204 and nothing is swapped.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b

from flask import Response, current_app, request
from sqlalchemy import BigInteger, event, select, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from app import recall, tags
from app.db import Base, db

HEADER = "HX-PTag"

BUMP = text("""
    WITH bumped AS (
        INSERT INTO beats (topic, beat) SELECT unnest(CAST(:topics AS text[])), 1
        ON CONFLICT (topic) DO UPDATE SET beat = beats.beat + 1
        RETURNING topic, beat)
    SELECT topic, beat, pg_notify('beats', topic || ' ' || beat) FROM bumped
""")


class Beat(Base):
    """How often a topic has changed."""

    __tablename__ = "beats"

    topic: Mapped[str] = mapped_column(primary_key=True)
    beat: Mapped[int] = mapped_column(BigInteger)


def beat(*topics: str) -> None:
    """Count a change of each topic in the running transaction; listeners hear of it when that commits."""
    db.session.info.setdefault("beats", set()).update(topics)


@event.listens_for(db.session, "before_commit")
def _bump(session: Session) -> None:
    """Bump all topics of a transaction at once and sorted, last of all: so any two writers lock in one order."""
    session.flush()  # whatever is still to be written may beat too, and must not keep others from these rows meanwhile
    topics = session.info.pop("beats", None)
    if topics:
        rows = session.execute(BUMP, {"topics": sorted(topics)})
        session.info["bumped"] = {row.topic: row.beat for row in rows}


@event.listens_for(db.session, "after_commit")
def _tell(session: Session) -> None:
    recall.note(session.info.pop("bumped", {}))


@event.listens_for(db.session, "after_rollback")
def _forget(session: Session) -> None:
    for name in ("beats", "bumped"):
        session.info.pop(name, None)


def secret(kind: str, name: object) -> str:
    """Return the topic of what concerns some people alone: who was not shown it can neither name nor wait for it."""
    key = blake2b(str(current_app.secret_key).encode()).digest()
    return f"{kind}:{blake2b(f'{kind}:{name}'.encode(), key=key, digest_size=12).hexdigest()}"


def topic_of(user_id: int) -> str:
    """Return the topic of what one person is told: the notices that are open for them."""
    return secret("user", user_id)


def own_topic_of(user_id: int) -> str:
    """Return the topic of what one person has: account, sessions, notes, and what they want to hear nothing of."""
    return secret("own", user_id)


def tag(viewer: str, topics: Sequence[str]) -> str:
    """Return what is true now for `viewer`, as in `tags`; read it before the data it speaks of."""
    return written(viewer, beats(topics))


def beats(topics: Sequence[str]) -> Mapping[str, int]:
    """Return the beats of these topics: what this process has heard, if that does, else what the database says.

    What was asked of the database in a request is not asked again.
    """
    heard = recall.heard(topics)
    if heard is not None:
        return dict(zip(topics, heard, strict=True))
    recall.read_by_oneself_after_a_deed()
    known = recall.known()
    missing = [topic for topic in topics if topic not in known]
    if missing:
        rows = db.session.execute(select(Beat.topic, Beat.beat).where(Beat.topic.in_(missing)))
        known |= dict.fromkeys(missing, 0) | {row.topic: row.beat for row in rows}
    return {topic: known[topic] for topic in topics}


def written(viewer: str, beats: Mapping[str, int]) -> str:
    """Return the tag of what a viewer sees who has seen these beats."""
    return tags.write(tags.key_of(str(current_app.secret_key)), viewer, beats)


def unchanged(current: str) -> Response | None:
    """Return the 204 that answers a poll which has already seen `current`, else None."""
    if request.headers.get(HEADER) == current:
        return Response(status=204, headers={HEADER: current})
    return None
