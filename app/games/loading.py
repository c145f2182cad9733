"""Finding a game's rows, and the table that they tell."""

from sqlalchemy import select

from app import rules
from app.db import db
from app.games.models import Game, Move, Player


class NotHere(Exception):
    """There is no such game, or it is none of this person's business: answered with 404."""


def find(code: str) -> Game:
    """Return the game as the database has it now; raise NotHere."""
    return _one(code, lock=False)


def locked(code: str) -> Game:
    """Return the game, locked until the transaction ends: whoever writes to a game begins here."""
    return _one(code, lock=True)


def _one(code: str, lock: bool) -> Game:
    query = select(Game).where(Game.code == code).execution_options(populate_existing=True)
    game = db.session.scalar(query.with_for_update(of=Game) if lock else query)
    if game is None:
        raise NotHere(code)
    return game


def player_of(game: Game, user_id: int | None) -> Player | None:
    """Return the seat that a person holds now; who left holds none."""
    return next((player for player in game.players if player.user_id == user_id and player.is_present), None)


def seated(game: Game, user_id: int) -> Player:
    """Return the person's seat; raise NotHere for everybody else."""
    player = player_of(game, user_id)
    if player is None:
        raise NotHere(game.code)
    return player


def replay(game: Game) -> rules.Table:
    """Return the table as its deal and its moves make it."""
    rows = db.session.execute(select(Move.seat, Move.text).where(Move.game_id == game.id).order_by(Move.seq))
    return rules.replay(game.deal, [(seat, text) for seat, text in rows])
