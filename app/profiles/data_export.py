"""A user's results, for the data export."""

from typing import Any

from sqlalchemy import select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.games.store.models import Game
from app.profiles.models import Result


def export_results(user_id: int) -> list[dict[str, Any]]:
    """Return a user's results as dicts, oldest first, in the format of settings/data_export.py."""
    own = select(Result, Game.code).join(Game, Game.id == Result.game_id).where(Result.user_id == user_id)
    return [
        {
            "code": code,
            "seat": f"{row.side}-{row.role}" if row.role else row.side,
            "ended": iso_time(row.ended_at),
            "won": row.won,
            "clues": row.clues,
            "asked": row.asked,
            "found": row.found,
            "right": row.right,
            "wrong": row.wrong,
            "assassin": row.assassin,
        }
        for row, code in db.session.execute(own.order_by(Result.ended_at, Result.game_id))
    ]


data_export.sections["results"] = export_results
