"""Missed turns (T4): after three in a row the others choose how to go on. The missing players may still move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.db import now
from app.games.store import clocks, table_events, turn_notifications
from app.games.store.errors import ActionRefused, TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table, record_move
from app.games.store.players import joined_names, players_in_turn, present_players
from app.games.store.state import AnyGame, GameState, P, PlayerState
from app.games.store.topics import game_topic
from app.games.table.loading import player_action
from app.notifications import notices
from app.rules import CLOCK, Timeout
from app.rules.seats import TEAMS, side_of


@dataclass(frozen=True)
class Stall:
    """A stalled game as one reader sees it.

    `missed` are the names of the players in turn, "" if the seat is empty. `team` is the team that missed its turns, in
    Versus: not all of them need have been this player's. `ends_at` is when the game ends by itself. `mine`: the reader
    is in turn. `all_silent`: all present players are.
    """

    missed: str
    team: str
    ends_at: datetime | None
    mine: bool
    all_silent: bool
    may_choose: bool


def restart_phase(code: str, user_id: int, seen: int) -> None:
    """Restart the time of the phase. The count of missed turns stays, so that the next one stalls the game again."""
    with player_action(code, user_id) as (game, player):
        _check_may_choose(game, player, seen)
        clocks.begin_phase(game, load_table(game), now())
        turn_notifications.close_stalled_notices(game)
        game.substitute = game.substitute_seat = None
        table_events.save_event(game, "waited", user_id)


def end_game(code: str, user_id: int, seen: int) -> None:
    """End the game as abandoned by the missing side, as the deadline would."""
    with player_action(code, user_id) as (game, player):
        _check_may_choose(game, player, seen)
        table = load_table(game)
        record_move(game, table, table.play(CLOCK, Timeout()), CLOCK, Timeout(), None, now())
        notices.close_notices(game_topic(game.code), "over", {user_id}, "seen")


def players_who_stayed(game: GameState[P]) -> Sequence[P]:
    """Return the players who may choose in a stalled game: all but the missing ones, or all if nobody else is left."""
    return [player for player in present_players(game) if player.seat not in game.turn] or present_players(game)


def stall_of(game: AnyGame, player: PlayerState | None) -> Stall | None:
    """Return the stall as this player sees it, None if the game is not stalled."""
    if game.stalled_at is None:
        return None
    missed = players_in_turn(game)
    return Stall(
        missed=joined_names(missed),
        team=next((team for team in TEAMS if team == side_of(game.turn[0])), ""),
        ends_at=game.deadline,
        mine=player in missed,
        all_silent=missed == present_players(game),
        may_choose=player in players_who_stayed(game),
    )


def _check_may_choose(game: Game, player: Player, seen: int) -> None:
    if game.stalled_at is None or seen != game.version:
        raise TooLate("not-stalled")
    if player not in players_who_stayed(game):
        raise ActionRefused("not-yours-to-choose")
