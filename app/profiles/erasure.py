"""Erasure of a deleted user's results."""

from sqlalchemy import delete

from app.accounts import erasure
from app.db import db
from app.profiles.models import Result


def erase_results(user_id: int) -> None:
    """Delete all results of a user, without commit."""
    db.session.execute(delete(Result).where(Result.user_id == user_id))


erasure.erasure_hooks.append(erase_results)
