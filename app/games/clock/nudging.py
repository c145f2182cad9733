"""Nudges: a player may send an immediate reminder to the players in turn, with limits on how often."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from app.db import now
from app.games.store.errors import ActionRefused
from app.games.store.players import joined_names, players_in_turn
from app.games.store.state import AnyGame, GameState, P, PlayerState
from app.games.store.topics import game_topic
from app.games.table.loading import player_action
from app.notifications import notices

WAIT_BEFORE_NUDGE: Final = timedelta(hours=1)  # from the start of a phase to the first nudge
COOL_DOWN: Final = timedelta(hours=12)  # between two nudges in a game, by any player


@dataclass(frozen=True)
class Nudge:
    """The names of the players who may be nudged, and from when on; None means now."""

    names: str
    possible_at: datetime | None


def nudge(code: str, user_id: int) -> None:
    """Send a reminder to the players in turn who are not away, at once; raise ActionRefused."""
    with player_action(code, user_id) as (game, player):
        at = now()
        people = _players_to_nudge(game, player, at)
        if not people:
            raise ActionRefused("no-nudge")
        if next_possible_at(game) > at:
            raise ActionRefused("nudge-early")
        game.nudged_at = at
        notices.nudge_users(game_topic(game.code), player.user_id, [each.user_id for each in people])


def nudge_of(game: AnyGame, player: PlayerState) -> Nudge | None:
    """Return whom this player may nudge, now or later; None if nobody."""
    at = now()
    people = _players_to_nudge(game, player, at)
    possible_at = next_possible_at(game)
    return Nudge(joined_names(people), possible_at if possible_at > at else None) if people else None


def _players_to_nudge(game: GameState[P], player: PlayerState, at: datetime) -> Sequence[P]:
    """Return the players in turn whom a waiting player may nudge: nobody in live, stalled or finished games."""
    together = game.clock.startswith("live")
    if game.finished_at is not None or game.stalled_at is not None or together or player.seat in game.turn:
        return ()
    return [each for each in players_in_turn(game) if not each.user.is_away(at)]


def next_possible_at(game: AnyGame) -> datetime:
    """Return when the players in turn may be nudged again, or for the first time."""
    first = (game.phase_began_at or game.moved_at) + WAIT_BEFORE_NUDGE
    return max(first, game.nudged_at + COOL_DOWN) if game.nudged_at else first
