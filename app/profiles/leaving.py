"""Who goes for good leaves no figures behind."""

from sqlalchemy import delete

from app.accounts import leaving
from app.db import db
from app.profiles.models import Result


def erase(user_id: int) -> None:
    """Delete what somebody's games came to."""
    db.session.execute(delete(Result).where(Result.user_id == user_id))


leaving.erasers.append(erase)
