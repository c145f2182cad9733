"""Blocks between users: neither can invite the other, and neither is suggested to the other.

Nobody is notified. Games that both are in go on, but the blocker does not see what the other writes there.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import Block, User
from app.db import db
from app.live import topic_versions
from app.live.topic_versions import account_topic


def block(user_id: int, other_id: int) -> None:
    """Record that a user blocks another, without commit; does nothing if they already do."""
    db.session.execute(insert(Block).values(user_id=user_id, blocked_id=other_id).on_conflict_do_nothing())
    topic_versions.bump(account_topic(user_id))


def unblock(user_id: int, other_id: int) -> None:
    """Remove a user's block of another, without commit; does nothing if there is none."""
    db.session.execute(delete(Block).where(Block.user_id == user_id, Block.blocked_id == other_id))
    topic_versions.bump(account_topic(user_id))


def load_blocked_users(user_id: int) -> Sequence[User]:
    """Return the users whom this user has blocked, sorted by name."""
    query = select(User).join(Block, Block.blocked_id == User.id).where(Block.user_id == user_id)
    return db.session.scalars(query.order_by(User.name, User.id)).all()


def has_blocked(user_id: int, other_id: int) -> bool:
    """Return whether the first user has blocked the second."""
    return db.session.get(Block, (user_id, other_id)) is not None


def blocked_either_way(user_id: int, others: Collection[int]) -> set[int]:
    """Return the ids of those of `others` whom the user has blocked or who have blocked the user."""
    mine = and_(Block.user_id == user_id, Block.blocked_id.in_(others))
    theirs = and_(Block.blocked_id == user_id, Block.user_id.in_(others))
    rows = db.session.execute(select(Block.user_id, Block.blocked_id).where(or_(mine, theirs)))
    return {row.blocked_id if row.user_id == user_id else row.user_id for row in rows}


def delete_for_user(user_id: int) -> None:
    """Delete the blocks by and of a user, without commit."""
    db.session.execute(delete(Block).where(or_(Block.user_id == user_id, Block.blocked_id == user_id)))
