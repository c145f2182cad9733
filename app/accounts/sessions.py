"""The browsers in which somebody is signed in, as rows: a session that has none is over, whatever cookie was copied."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select, update

from app import pulse
from app.accounts.agents import origin
from app.accounts.models import BrowserSession
from app.db import db, delete_old
from app.post.models import Subscription

MOST = 50  # of one person; of more, the one that was not seen for longest ends


def begin(user_id: int, before: int | None) -> int:
    """Return the number of a fresh session, which takes the place of the one that this browser had. Commits.

    The pushes that this person has here go on in the new one.
    """
    fresh = BrowserSession(user_id, *origin())
    db.session.add(fresh)
    db.session.flush()
    if before:
        here = (Subscription.session_id == before, Subscription.user_id == user_id)
        db.session.execute(update(Subscription).where(*here).values(session_id=fresh.id))
        db.session.execute(delete(BrowserSession).where(BrowserSession.id == before))
    surplus = select(BrowserSession.id).where(BrowserSession.user_id == user_id)
    surplus = surplus.order_by(BrowserSession.seen_at.desc(), BrowserSession.id.desc()).offset(MOST)
    db.session.execute(delete(BrowserSession).where(BrowserSession.id.in_(surplus)))
    db.session.commit()
    return fresh.id


def of(user_id: int) -> Sequence[BrowserSession]:
    """Return where somebody is signed in, the latest first."""
    own = select(BrowserSession).where(BrowserSession.user_id == user_id)
    return db.session.scalars(own.order_by(BrowserSession.seen_at.desc(), BrowserSession.id.desc())).all()


def end(user_id: int, number: int) -> bool:
    """End one session of a person, without commit; return whether there was one. Its open pages learn of it."""
    pulse.beat(pulse.own_topic_of(user_id))
    own = (BrowserSession.id == number, BrowserSession.user_id == user_id)
    return db.session.scalar(delete(BrowserSession).where(*own).returning(BrowserSession.id)) is not None


def end_all(user_id: int, but: int | None = None) -> None:
    """End all sessions of a person, or all but one, without commit. Their open pages learn of it."""
    pulse.beat(pulse.own_topic_of(user_id))
    own = (BrowserSession.user_id == user_id, BrowserSession.id.is_distinct_from(but))
    db.session.execute(delete(BrowserSession).where(*own))


def forget(before: datetime) -> int:
    """Delete the sessions that were not seen since a time; return how many. Their cookies are gone by then."""
    old = select(BrowserSession.id).where(BrowserSession.seen_at < before).order_by(BrowserSession.seen_at)
    return delete_old(old, BrowserSession.id)
