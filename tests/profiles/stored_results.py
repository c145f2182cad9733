"""What is kept of games that have ended."""

from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from app.games.store.models import Game
from app.profiles.models import Result

COUNTED = ("won", "clues", "asked", "found", "right", "wrong", "assassin")


def results(app, table) -> dict[str, Result]:
    """The results of a table, by the names of its people."""
    query = select(User.name, Result).join(User, User.id == Result.user_id).join(Game, Game.id == Result.game_id)
    with app.app_context():
        return {row.name: row.Result for row in db.session.execute(query.where(Game.code == table.code))}


def numbers(result: Result) -> tuple:
    """What is counted in a result, in the order of COUNTED."""
    return tuple(getattr(result, name) for name in COUNTED)
