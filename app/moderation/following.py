"""Effects of a suspension, or of its end, on games and lobbies: the user counts as gone, or as back."""

from sqlalchemy import select

from app import pulse
from app.db import db, now
from app.games import agreements, awaiting, clocks
from app.games.loading import locked
from app.games.models import Game, Player
from app.games.records import replay
from app.games.topics import topics
from app.lobbies.loading import still_open
from app.lobbies.loading import topics as topics_of_lobby
from app.lobbies.models import Lobby, Member


def update_games_and_lobbies(user_id: int) -> None:
    """Update the running games and open lobbies of a user, each game in its own transaction."""
    own = select(Game.code, Player.seat).join(Player).where(Player.user_id == user_id, Player.left_at.is_(None))
    for code in db.session.scalars(own.where(Game.finished_at.is_(None)).order_by(Game.id)).all():
        _update_game(code, user_id)
    lobbies = select(Lobby).join(Member).where(Member.user_id == user_id, still_open())
    for lobby in db.session.scalars(lobbies).all():
        pulse.bump(*topics_of_lobby(lobby))
    db.session.commit()


def _update_game(code: str, user_id: int) -> None:
    """Recompute the clocks, clock proposals and turn notifications of a game."""
    with locked(code) as game:
        if game.finished_at is not None:
            return
        table = replay(game)
        clocks.reckon(game, table, now())
        agreements.settle(game, table)
        awaiting.align([game])
        sides = {player.side for player in game.players if player.user_id == user_id}
        pulse.bump(*topics(game), *(topic for side in sides for topic in topics(game, side)))
