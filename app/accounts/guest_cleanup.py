"""Erasure of guests who will not come back."""

from datetime import datetime

from sqlalchemy import func, select

from app.accounts import erasure
from app.accounts.models import User
from app.db import db


def erase_inactive_guests(before: datetime, most: int = 500) -> int:
    """Erase up to `most` guests last seen before a time, free their seats, and return their number. Commits.

    They cannot come back, since the cookie expires after login_manager.COOKIE_LIFETIME.
    """
    is_guest = User.skeleton.is_(None) & User.deleted_at.is_(None)
    gone = select(User).where(is_guest, func.coalesce(User.seen_at, User.created_at) < before).order_by(User.id)
    guests = db.session.scalars(gone.limit(most).with_for_update(skip_locked=True, key_share=True)).all()
    for guest in guests:
        erasure.erase_user(guest)
    db.session.commit()
    return len(guests)
