"""Users in the same running games, whose names must not look alike; their tables show a new name at once."""

from sqlalchemy import ColumnElement, select

from app.accounts.models import User
from app.accounts.names import clashes, history
from app.db import db
from app.games.store.models import Game, Player
from app.games.store.topics import affected_topics
from app.live import topic_versions


def shares_running_game(user_id: int) -> ColumnElement[bool]:
    """Return a query condition for the users who share a running game with this user."""
    own = Game.players.any((Player.user_id == user_id) & Player.left_at.is_(None))
    here = select(Player.user_id).join(Game).where(Game.finished_at.is_(None), own)
    return User.id.in_(here)


clashes.together_filters.append(shares_running_game)


def show_new_name(user_id: int) -> None:
    """Bump the topics of a user's running games, whose tables show the name."""
    own = select(Game).where(Game.finished_at.is_(None), Game.players.any(Player.user_id == user_id))
    topic_versions.bump(*(topic for game in db.session.scalars(own) for topic in affected_topics(game)))


history.rename_hooks.append(show_new_name)
