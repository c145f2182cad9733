"""What somebody leaves at tables who goes for good: seats and moves, but nothing that they wrote."""

from sqlalchemy import delete, select

from app import pulse
from app.accounts import leaving
from app.db import db
from app.games.models import Game, Kudos, Mark, Note, Player, Pointed, Talk
from app.games.topics import topics


def erase(user_id: int) -> None:
    """Delete somebody's lines, notes, marks of all turns and kudos, and tell the tables that are still played at."""
    for model in (Talk, Note, Mark, Pointed, Kudos):
        db.session.execute(delete(model).where(model.user_id == user_id))
    running = select(Game, Player).join(Player).where(Player.user_id == user_id, Game.finished_at.is_(None))
    for game, player in db.session.execute(running):
        pulse.beat(*topics(game), *topics(game, player.side))


leaving.erasers.append(erase)
