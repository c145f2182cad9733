"""A person's games, for the front page and the way to the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, select

from app.db import db
from app.games.models import Game, Player
from app.games.sentences import VARIANTS, ending

FINISHED_SHOWN = 5


@dataclass(frozen=True)
class Row:
    """A game in a list: `waiting` says that it needs its reader now."""

    code: str
    title: str
    people: str
    state: str
    waiting: bool
    finished: bool


def mine(user_id: int) -> list[Row]:
    """Return a person's games: those that wait for them first, the longest waiting on top; finished ones at the end."""
    running = _games(user_id, Game.finished_at.is_(None)).order_by(Game.moved_at)
    finished = _games(user_id, Game.finished_at.is_not(None)).order_by(Game.finished_at.desc()).limit(FINISHED_SHOWN)
    found = [pair for query in (running, finished) for pair in db.session.execute(query).all()]
    rows = [_row(game, seat, user_id) for game, seat in found]
    return sorted(rows, key=lambda row: (row.finished, not row.waiting))


def next_code(user_id: int) -> str | None:
    """Return the code of the game that has waited longest for this person, if one does."""
    return next((row.code for row in mine(user_id) if row.waiting), None)


def _games(user_id: int, which: ColumnElement[bool]) -> Select[Game, str]:
    return select(Game, Player.seat).join(Player).where(Player.user_id == user_id, Player.left_at.is_(None), which)


def _row(game: Game, seat: str, user_id: int) -> Row:
    waiting = game.finished_at is None and seat in game.turn
    return Row(
        code=game.code,
        title=VARIANTS[game.variant],
        people=", ".join(player.user.display_name for player in game.players if player.user_id != user_id),
        state=_state(game, waiting),
        waiting=waiting,
        finished=game.finished_at is not None,
    )


def _state(game: Game, waiting: bool) -> str:
    if game.finished_at is not None:
        return ending(game.winner, game.reason or "")
    return "Your turn" if waiting else "Waiting for " + _names(game.players, game.turn)


def _names(players: Sequence[Player], seats: Sequence[str]) -> str:
    names = [player.user.display_name for player in players if player.seat in seats and player.is_present]
    return " or ".join(names) or "a player"
