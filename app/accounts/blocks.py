"""Whom somebody wants to hear nothing from: no invitation of theirs arrives, and neither is offered to the other.

Neither is told. Games that they share go on as they are, but what the blocked one says there is not shown to the other.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.dialects.postgresql import insert

from app import pulse
from app.accounts.models import Block, User
from app.db import db
from app.pulse import own_topic_of


def block(user_id: int, other_id: int) -> None:
    """Hear nothing more from another; in the running transaction."""
    db.session.execute(insert(Block).values(user_id=user_id, blocked_id=other_id).on_conflict_do_nothing())
    pulse.beat(own_topic_of(user_id))


def unblock(user_id: int, other_id: int) -> None:
    """Hear from another again; in the running transaction."""
    db.session.execute(delete(Block).where(Block.user_id == user_id, Block.blocked_id == other_id))
    pulse.beat(own_topic_of(user_id))


def of(user_id: int) -> Sequence[User]:
    """Return whom somebody has blocked, by name."""
    query = select(User).join(Block, Block.blocked_id == User.id).where(Block.user_id == user_id)
    return db.session.scalars(query.order_by(User.name, User.id)).all()


def has_blocked(user_id: int, other_id: int) -> bool:
    """Whether somebody has blocked another."""
    return db.session.get(Block, (user_id, other_id)) is not None


def between(user_id: int, others: Collection[int]) -> set[int]:
    """Return those of these people whom somebody has blocked, or who have blocked them."""
    mine = and_(Block.user_id == user_id, Block.blocked_id.in_(others))
    theirs = and_(Block.blocked_id == user_id, Block.user_id.in_(others))
    rows = db.session.execute(select(Block.user_id, Block.blocked_id).where(or_(mine, theirs)))
    return {row.blocked_id if row.user_id == user_id else row.user_id for row in rows}


def erase(user_id: int) -> None:
    """Forget whom somebody has blocked, and who has blocked them."""
    db.session.execute(delete(Block).where(or_(Block.user_id == user_id, Block.blocked_id == user_id)))
