"""A person's games, for the front page and the way to the next one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import load_only

from app.db import db
from app.games.models import Game, Player
from app.games.seating import needs_spymaster
from app.games.sentences import ending, title
from app.languages import _
from app.rules.missions import MAP

FINISHED_SHOWN = 5
COLUMNS = load_only(Game.code, Game.variant, Game.city, Game.turn, Game.winner, Game.reason, Game.finished_at)


@dataclass(frozen=True)
class Row:
    """A game in a list: `waiting` says that it needs its reader now."""

    code: str
    title: str
    people: str
    state: str
    waiting: bool
    finished: bool


def mine(user_id: int) -> Sequence[Row]:
    """Return a person's games: those that wait for them first, the longest waiting on top; finished ones at the end."""
    finished = _games(user_id, Game.finished_at.is_not(None)).order_by(Game.finished_at.desc()).limit(FINISHED_SHOWN)
    rows = [*_rows(_running(user_id)), *_rows(finished)]
    return sorted(rows, key=lambda row: (row.finished, not row.waiting))


def next_code(user_id: int) -> str | None:
    """Return the code of the game that has waited longest for this person, if one does."""
    return next((row.code for row in _rows(_running(user_id)) if row.waiting), None)


def _running(user_id: int) -> Select[Game, Player]:
    return _games(user_id, Game.finished_at.is_(None)).order_by(Game.moved_at, Game.id)


def _games(user_id: int, which: ColumnElement[bool]) -> Select[Game, Player]:
    own = select(Game, Player).join(Player).options(COLUMNS)
    return own.where(Player.user_id == user_id, Player.left_at.is_(None), which)


def _rows(query: Select[Game, Player]) -> Iterator[Row]:
    for game, player in db.session.execute(query).all():
        finished = game.finished_at is not None
        waiting = not finished and (player.seat in game.turn or needs_spymaster(game, player))
        people = [other.user.display_name for other in game.players if other is not player]
        name = title(game.variant, MAP[game.city] if game.city else None)
        yield Row(game.code, name, ", ".join(people), _state(game, waiting), waiting, finished)


def _state(game: Game, waiting: bool) -> str:
    if game.finished_at is not None:
        return ending(game.winner, game.reason or "")
    if waiting:
        return _("Your turn")
    return _awaited(
        [player.user.display_name for player in game.players if player.seat in game.turn and player.is_present]
    )


def _awaited(names: Sequence[str]) -> str:
    """Say who can play on, or that a seat is empty."""
    if not names:
        return _("Waiting for a player")
    *most, last = names
    if not most:
        return _("Waiting for %(name)s", name=last)
    return _("Waiting for %(names)s or %(last)s", names=", ".join(most), last=last)
