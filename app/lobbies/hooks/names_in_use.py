"""The people in the same open lobbies as a user, for the check of confusable names."""

from sqlalchemy import ColumnElement, select

from app.accounts.models import User
from app.accounts.names import clashes, history
from app.db import db
from app.live import topic_versions
from app.lobbies.loading import lobby_topic, still_open
from app.lobbies.models import Lobby, Member


def in_same_lobby(user_id: int) -> ColumnElement[bool]:
    """Return an SQL condition for the users who share an open lobby with this user, including the user."""
    own = Lobby.members.any((Member.user_id == user_id) & ~Member.removed)
    here = select(Member.user_id).join(Lobby).where(still_open(), own, ~Member.removed)
    return User.id.in_(here)


clashes.together_filters.append(in_same_lobby)


def show_new_name(user_id: int) -> None:
    """Bump the topics of the open lobbies a user is in, so that their pages show the new name."""
    own = select(Lobby.code).where(still_open(), Lobby.members.any(Member.user_id == user_id))
    topic_versions.bump(*map(lobby_topic, db.session.scalars(own)))


history.rename_hooks.append(show_new_name)
