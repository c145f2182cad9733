"""The session store: a row for each signed-in browser. A session without a row is over, whoever holds its cookie."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update

from app.accounts.models import BrowserSession
from app.accounts.user_agents import current_client
from app.db import db, delete_in_batches
from app.delivery.models import PushSubscription
from app.live import topic_versions

MAX_SESSIONS = 50  # per user; beyond that, the least recently seen ones end


def create_session(user_id: int, before: int | None, second_factor: bool = False) -> int:
    """Create a session for this browser in place of session `before`, if any, and return its id. Commits.

    `second_factor` is whether a passkey or a code was required for it. The user's push subscriptions move from the old
    session to the new one. If the user has more than MAX_SESSIONS, the least recently seen ones are deleted.
    """
    fresh = BrowserSession(user_id, *current_client(), second_factor)
    db.session.add(fresh)
    db.session.flush()
    if before:
        here = (PushSubscription.session_id == before, PushSubscription.user_id == user_id)
        db.session.execute(update(PushSubscription).where(*here).values(session_id=fresh.id))
        ended = delete(BrowserSession).where(BrowserSession.id == before).returning(BrowserSession.user_id)
        topic_versions.bump(*map(topic_versions.account_topic, db.session.scalars(ended)))
    surplus = select(BrowserSession.id).where(BrowserSession.user_id == user_id)
    surplus = surplus.order_by(BrowserSession.seen_at.desc(), BrowserSession.id.desc()).offset(MAX_SESSIONS)
    if db.session.scalars(
        delete(BrowserSession).where(BrowserSession.id.in_(surplus)).returning(BrowserSession.id)
    ).all():
        topic_versions.bump(topic_versions.account_topic(user_id))
    db.session.commit()
    return fresh.id


def load_sessions(user_id: int) -> Sequence[BrowserSession]:
    """Return a user's sessions, most recently seen first."""
    own = select(BrowserSession).where(BrowserSession.user_id == user_id)
    return db.session.scalars(own.order_by(BrowserSession.seen_at.desc(), BrowserSession.id.desc())).all()


def has_second_factor(user_id: int, number: int | None) -> bool:
    """Return whether a session of the user has begun with a second factor."""
    own = (BrowserSession.id == number, BrowserSession.user_id == user_id, BrowserSession.second_factor)
    return db.session.scalar(select(BrowserSession.id).where(*own)) is not None


def delete_session(user_id: int, number: int) -> bool:
    """Delete one session of a user and bump the account's topic, without commit; return whether it existed."""
    topic_versions.bump(topic_versions.account_topic(user_id))
    own = (BrowserSession.id == number, BrowserSession.user_id == user_id)
    return db.session.scalar(delete(BrowserSession).where(*own).returning(BrowserSession.id)) is not None


def delete_all_sessions(user_id: int, but: int | None = None) -> None:
    """Delete all sessions of a user except the one with id `but`, and bump the account's topic; no commit."""
    topic_versions.bump(topic_versions.account_topic(user_id))
    own = (BrowserSession.user_id == user_id, BrowserSession.id.is_distinct_from(but))
    db.session.execute(delete(BrowserSession).where(*own))


def delete_before(before: datetime) -> int:
    """Delete the sessions last seen before a time and return their number; commits in batches.

    Their cookies have expired by then.
    """
    old = select(BrowserSession.id).where(BrowserSession.seen_at < before).order_by(BrowserSession.seen_at)
    return delete_in_batches(old, BrowserSession.id)
