"""Erasure of a deleted user's puzzles, and of those of visitors who do not come back. The tallies stay."""

from datetime import datetime

from sqlalchemy import delete, select

from app.accounts import erasure
from app.db import db, delete_in_batches
from app.puzzles.models import PuzzlePlay


def erase_plays(user_id: int) -> None:
    """Delete all plays of a user, without commit."""
    db.session.execute(delete(PuzzlePlay).where(PuzzlePlay.user_id == user_id))


def delete_of_visitors(before: datetime) -> int:
    """Delete what visitors began before a time, and return how many plays; commits in batches."""
    old = select(PuzzlePlay.id).where(PuzzlePlay.user_id.is_(None), PuzzlePlay.began_at < before)
    return delete_in_batches(old.order_by(PuzzlePlay.began_at), PuzzlePlay.id)


erasure.erasure_hooks.append(erase_plays)
