"""Erasure of a deleted user's results."""

from sqlalchemy import delete

from app.accounts import erasure
from app.db import db
from app.profiles.models import Result


def erase_results(user_id: int) -> None:
    """Delete a user's results."""
    db.session.execute(delete(Result).where(Result.user_id == user_id))


erasure.erasure_hooks.append(erase_results)
