"""Refresh the pages of running games when something changes that they show of a player's account."""

from sqlalchemy import Connection, event, inspect, select

from app.accounts.models import User
from app.games.store.models import Game, Player
from app.games.store.topics import game_topic
from app.live import topic_versions

SHOWN_COLUMNS = ("name", "skeleton", "timezone", "away_from", "away_until", "suspended_until", "deleted_at")


@event.listens_for(User, "after_update")
def _bump_running_games(_mapper: object, connection: Connection, user: User) -> None:
    if any(inspect(user).attrs[column].history.has_changes() for column in SHOWN_COLUMNS):
        seated = select(Game.code).join(Player).where(Player.user_id == user.id, Game.finished_at.is_(None))
        topic_versions.bump(*map(game_topic, connection.scalars(seated)))
