"""Names in use: the people in the same open lobbies as a user."""

from sqlalchemy import ColumnElement, select

from app.accounts.models import User
from app.accounts.names import clashes
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby, Member


def in_same_lobby(user_id: int) -> ColumnElement[bool]:
    """Return an SQL condition for the users who share an open lobby with this user."""
    own = Lobby.members.any((Member.user_id == user_id) & ~Member.removed)
    here = select(Member.user_id).join(Lobby).where(still_open(), own, ~Member.removed)
    return User.id.in_(here)


clashes.together_filters.append(in_same_lobby)
