"""Time extensions: in correspondence games a player may give the side in turn another day."""

from typing import Final

from app.db import now
from app.games import clocks, happenings
from app.games.clocks import DAY
from app.games.errors import Refused, TooLate
from app.games.loading import changing
from app.games.models import Game, Player
from app.games.records import replay
from app.rules.seats import side_of

MOST: Final = 3 * DAY  # seconds per phase


def give(code: str, user_id: int, seen: int) -> None:
    """Add 24 hours to the current phase; raise TooLate if `seen` is not the current version."""
    with changing(code, user_id) as (game, player):
        if seen != game.version:
            raise TooLate("stale")
        _check(game, player)
        game.given += DAY
        clocks.reckon(game, replay(game), now())
        happenings.note(game, "gave", user_id)


def may_give(game: Game, player: Player) -> bool:
    """Whether a player can add a day now."""
    try:
        _check(game, player)
    except Refused:
        return False
    return True


def _check(game: Game, player: Player) -> None:
    if game.finished_at is not None:
        raise Refused("game-over")
    if game.stalled_at is not None:
        raise Refused("stalled")
    if not game.clock.startswith("own") or {side_of(seat) for seat in game.turn} == {player.side}:
        raise Refused("no-day")
    if game.given >= MOST:
        raise Refused("days-given")
