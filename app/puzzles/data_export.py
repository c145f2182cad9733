"""A user's puzzles, for the data export."""

from typing import Any

from sqlalchemy import select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.puzzles.models import PuzzlePlay


def export_plays(user_id: int) -> list[dict[str, Any]]:
    """Return a user's plays as dicts, by day; of what the puzzle hides until its end, they tell nothing."""
    own = select(PuzzlePlay).where(PuzzlePlay.user_id == user_id).order_by(PuzzlePlay.day, PuzzlePlay.language)
    return [
        {
            "language": play.language,
            "day": play.day.isoformat(),
            "moves": [move for move in play.moves if not move.startswith("clue ")],
            "found": play.found,
            "mistakes": play.mistakes,
            "clues": play.clues,
            "result": play.result,
            "streak": play.in_time,
            "begun": iso_time(play.began_at),
            "ended": iso_time(play.ended_at),
        }
        for play in db.session.scalars(own)
    ]


data_export.sections["puzzles"] = export_plays
