"""The names that people had before: who looks into a report knows by them whom it speaks of. They last as events do."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select

from app.accounts.models import EarlierName, User
from app.db import db, delete_old


def note(user: User, name: str) -> None:
    """Keep what somebody was called until now, in the running transaction."""
    if name != user.name:
        db.session.add(EarlierName(user.id, name))


def of(user_id: int) -> Sequence[EarlierName]:
    """Return what somebody was called before, the latest first."""
    own = select(EarlierName).where(EarlierName.user_id == user_id)
    return db.session.scalars(own.order_by(EarlierName.id.desc())).all()


def erase(user_id: int) -> None:
    """Forget what somebody was called, without commit."""
    db.session.execute(delete(EarlierName).where(EarlierName.user_id == user_id))


def forget(before: datetime) -> int:
    """Delete the names that were given up before a time; return how many."""
    return delete_old(select(EarlierName.id).where(EarlierName.until < before), EarlierName.id)
