"""Earlier names of users, so that moderators know whom a report means; kept as long as activity log events.

Packages that show names register functions in `rename_hooks`, called with the user's id inside the transaction.
"""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, select

from app.accounts.models import EarlierName, User
from app.db import db, delete_in_batches

rename_hooks: list[Callable[[int], None]] = []


def record_earlier_name(user: User, name: str) -> None:
    """Record `name` as one the user had until now, without commit; does nothing if it is still the name."""
    if name != user.name:
        db.session.add(EarlierName(user.id, name))


def load_earlier_names(user_id: int) -> Sequence[EarlierName]:
    """Return a user's earlier names, newest first."""
    own = select(EarlierName).where(EarlierName.user_id == user_id)
    return db.session.scalars(own.order_by(EarlierName.id.desc())).all()


def delete_for_user(user_id: int) -> None:
    """Delete a user's earlier names, without commit."""
    db.session.execute(delete(EarlierName).where(EarlierName.user_id == user_id))


def delete_before(before: datetime) -> int:
    """Delete the names given up before a time and return their number; commits in batches."""
    return delete_in_batches(select(EarlierName.id).where(EarlierName.until < before), EarlierName.id)
