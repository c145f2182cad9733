"""What a suspension, or its end, changes in games and lobbies: the user counts as gone, or as back."""

from sqlalchemy import select

from app.db import db, now
from app.games.clock import proposals
from app.games.store import clocks, turn_notifications
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table
from app.games.store.topics import affected_topics
from app.games.table.loading import lock_game
from app.live import topic_versions
from app.lobbies.loading import still_open
from app.lobbies.loading import topics_to_bump as topics_of_lobby
from app.lobbies.models import Lobby, Member


def update_games_and_lobbies(user_id: int) -> None:
    """Update a user's running games and open lobbies after a suspension has begun or ended. Commits.

    Each game is updated in a transaction of its own.
    """
    own = select(Game.code, Player.seat).join(Player).where(Player.user_id == user_id, Player.left_at.is_(None))
    for code in db.session.scalars(own.where(Game.finished_at.is_(None)).order_by(Game.id)).all():
        _update_game(code, user_id)
    lobbies = select(Lobby).join(Member).where(Member.user_id == user_id, still_open())
    for lobby in db.session.scalars(lobbies).all():
        topic_versions.bump(*topics_of_lobby(lobby))
    db.session.commit()


def _update_game(code: str, user_id: int) -> None:
    """Recompute a game's deadline, clock proposals and turn notices, and bump its topics. Commits."""
    with lock_game(code) as game:
        if game.finished_at is not None:
            return
        table = load_table(game)
        clocks.update_deadline(game, table, now())
        proposals.apply_if_agreed(game, table)
        turn_notifications.sync([game])
        sides = {player.side for player in game.players if player.user_id == user_id}
        topic_versions.bump(*affected_topics(game), *(topic for side in sides for topic in affected_topics(game, side)))
