"""Update a user's games when their days away change, in the same transaction."""

from sqlalchemy import select

from app.accounts.settings import away
from app.db import db, now
from app.games.store import clocks, turn_notifications
from app.games.store.models import Game, Player
from app.games.store.move_records import load_tables
from app.games.store.topics import affected_topics
from app.games.table import deadlines
from app.live import topic_versions


def update_deadlines(user_id: int) -> None:
    """Recompute the deadlines of the correspondence games in which it is this user's turn, and bump all their topics.

    Deadlines already passed are settled first: days away do not bring time back.
    """
    games = _lock_correspondence_games(user_id)
    waiting = [game for game in games if _seat_of(game, user_id) in game.turn]
    at = now()
    tables = deadlines.settle_all(waiting, load_tables(waiting), at)
    for game in waiting:
        clocks.update_deadline(game, tables[game.id], at)
    turn_notifications.sync(waiting)
    topic_versions.bump(*(topic for game in games for topic in affected_topics(game)))


def _lock_correspondence_games(user_id: int) -> list[Game]:
    """Lock a user's running correspondence games, in a fixed order to avoid deadlocks."""
    own = select(Game).join(Player).where(Player.user_id == user_id, Player.left_at.is_(None))
    running = own.where(Game.finished_at.is_(None), Game.clock.startswith("own")).order_by(Game.id)
    locked = running.with_for_update(of=Game).execution_options(populate_existing=True)
    return list(db.session.scalars(locked))


def _seat_of(game: Game, user_id: int) -> str:
    return next(player.seat for player in game.players if player.user_id == user_id)


away.change_hooks.append(update_deadlines)
