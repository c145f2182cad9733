"""Time extensions: in correspondence games a player may give the side in turn another day."""

from typing import Final

from app.db import now
from app.games.store import clocks, table_events
from app.games.store.clocks import DAY
from app.games.store.errors import ActionRefused, TooLate
from app.games.store.move_records import load_table
from app.games.store.state import AnyGame, PlayerState
from app.games.table.loading import player_action
from app.rules.seats import side_of

MAX_GIVEN: Final = 3 * DAY  # seconds per phase


def give_day(code: str, user_id: int, seen: int) -> None:
    """Add 24 hours to the current phase; raise TooLate if `seen` is not the current version."""
    with player_action(code, user_id) as (game, player):
        if seen != game.version:
            raise TooLate("stale")
        _check_may_give(game, player)
        game.given += DAY
        clocks.update_deadline(game, load_table(game), now())
        table_events.save_event(game, "gave", user_id)


def may_give(game: AnyGame, player: PlayerState) -> bool:
    """Whether a player can add a day now."""
    try:
        _check_may_give(game, player)
    except ActionRefused:
        return False
    return True


def _check_may_give(game: AnyGame, player: PlayerState) -> None:
    if game.finished_at is not None:
        raise ActionRefused("game-over")
    if game.stalled_at is not None:
        raise ActionRefused("stalled")
    if not game.clock.startswith("own") or {side_of(seat) for seat in game.turn} == {player.side}:
        raise ActionRefused("no-day")
    if game.given >= MAX_GIVEN:
        raise ActionRefused("days-given")
