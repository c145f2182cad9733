"""Erasure of a user's data in games. Seats and moves stay; everything the user wrote is deleted."""

from sqlalchemy import delete, select

from app.accounts import erasure
from app.db import db
from app.games.store.models import ChatMessage, Game, Kudos, Mark, Note, PastMarks, Player
from app.games.store.topics import affected_topics
from app.live import topic_versions


def erase_games_data(user_id: int) -> None:
    """Delete a user's chat messages, notes, marks and kudos, and bump the topics of their running games."""
    for model in (ChatMessage, Note, Mark, PastMarks, Kudos):
        db.session.execute(delete(model).where(model.user_id == user_id))
    running = select(Game, Player).join(Player).where(Player.user_id == user_id, Game.finished_at.is_(None))
    for game, player in db.session.execute(running):
        topic_versions.bump(*affected_topics(game), *affected_topics(game, player.side))


erasure.erasure_hooks.append(erase_games_data)
