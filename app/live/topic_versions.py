"""Topic versions: what has changed since a page was rendered.

A topic is a short string such as `game:k3x9` or `lobby:k3x9`. Its version (a row of the table `beats`) is a number that
grows with every change that a page on that topic may show. Each polling fragment carries a signed tag with the versions
it shows. A poll whose tag is current gets 204.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final

from flask import Response, current_app, request
from sqlalchemy import BigInteger, event, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from app.db import Base, db
from app.live import read_cache, tags

TAG_HEADER = "HX-PTag"

# The end of a statement whose CTE `done` is what has to be written before: topics are always last, and sorted.
BUMP_TOPICS: Final = """
    bumped AS (
        INSERT INTO beats (topic, beat) SELECT topic, 1 FROM unnest(CAST(:topics AS text[])) AS topic
        WHERE (SELECT count(*) FROM done) > 0
        ON CONFLICT (topic) DO UPDATE SET beat = beats.beat + 1
        RETURNING topic, beat)
    SELECT topic, beat, pg_notify('beats', topic || ' ' || beat) FROM bumped
"""
BUMP_VERSIONS: Final = text(f"WITH done AS (SELECT 1), {BUMP_TOPICS}")
LOAD_VERSIONS: Final = text("SELECT topic, beat FROM beats WHERE topic = ANY(:topics)")


class TopicVersion(Base):
    """The version of a topic: how often it has changed."""

    __tablename__ = "beats"

    topic: Mapped[str] = mapped_column(primary_key=True)
    beat: Mapped[int] = mapped_column(BigInteger)


def bump(*topics: str) -> None:
    """Increase each topic's version in the current transaction; listeners are notified when it commits."""
    db.session.info.setdefault("beats", set()).update(topics)


@event.listens_for(db.session, "before_commit")
def _bump_before_commit(session: Session) -> None:
    """Bump all topics of the transaction together.

    This happens last, and in sorted order, so that concurrent writers lock the rows in the same order.
    """
    session.flush()  # the flush may bump topics too, and must not hold locks on these rows while it runs
    topics = session.info.pop("beats", None)
    if topics:
        session.execute(BUMP_VERSIONS, {"topics": sorted(topics)})


@event.listens_for(db.session, "after_rollback")
def _discard_bumps(session: Session) -> None:
    session.info.pop("beats", None)


def secret_topic(kind: str, name: object) -> str:
    """Return a topic name that only pages which were shown it know; others can neither guess it nor wait for it."""
    return _secret_topic(str(current_app.secret_key), kind, str(name))


@lru_cache(20_000)
def _secret_topic(secret: str, kind: str, name: str) -> str:
    key = blake2b(secret.encode()).digest()
    return f"{kind}:{blake2b(f'{kind}:{name}'.encode(), key=key, digest_size=12).hexdigest()}"


def user_topic(user_id: int) -> str:
    """Return the topic of a user's open notices."""
    return secret_topic("user", user_id)


def account_topic(user_id: int) -> str:
    """Return the topic of a user's own data: account, sessions, notes and muted games."""
    return secret_topic("own", user_id)


def current_tag(viewer: str, topics: Sequence[str]) -> str:
    """Return the tag of what `viewer` sees now, as in `tags`; call this before loading the data that it describes."""
    return write_tag(viewer, load_versions(topics))


def load_versions(topics: Sequence[str]) -> Mapping[str, int]:
    """Return the versions of these topics: those this process knows while it is listening, else those in the database.

    Within a request, no topic is read from the database twice.
    """
    heard = read_cache.heard_versions(topics)
    if heard is not None:
        return dict(zip(topics, heard, strict=True))
    known = read_cache.request_versions()
    missing = [topic for topic in topics if topic not in known]
    if missing:
        rows = db.session.execute(LOAD_VERSIONS, {"topics": missing})
        known |= dict.fromkeys(missing, 0) | {row.topic: row.beat for row in rows}
    return {topic: known[topic] for topic in topics}


def write_tag(viewer: str, versions: Mapping[str, int]) -> str:
    """Return the tag of a page that shows these versions to `viewer`."""
    return tags.write(tags.derive_key(str(current_app.secret_key)), viewer, versions)


def not_modified(current: str) -> Response | None:
    """Return the 204 for a poll whose tag is `current`, else None."""
    if request.headers.get(TAG_HEADER) == current:
        return Response(status=204, headers={TAG_HEADER: current})
    return None
