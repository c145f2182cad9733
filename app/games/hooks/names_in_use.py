"""Users in the same running games, whose names must not look alike."""

from sqlalchemy import ColumnElement, select

from app.accounts.models import User
from app.accounts.names import clashes
from app.games.store.models import Game, Player


def shares_running_game(user_id: int) -> ColumnElement[bool]:
    """Return a query condition for the users who share a running game with this user."""
    own = Game.players.any((Player.user_id == user_id) & Player.left_at.is_(None))
    here = select(Player.user_id).join(Game).where(Game.finished_at.is_(None), own)
    return User.id.in_(here)


clashes.together_filters.append(shares_running_game)
