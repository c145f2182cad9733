"""Missed turns (T4): after three in a row the others choose how to go on. The missing players may still move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.db import now
from app.games import awaiting, clocks, happenings
from app.games.errors import Refused, TooLate
from app.games.loading import changing
from app.games.models import Game, Player
from app.games.people import awaited, listed, present
from app.games.records import record, replay
from app.games.topics import topic
from app.notifications import notices
from app.rules import CLOCK, Timeout


@dataclass(frozen=True)
class Stall:
    """A stalled game as one reader sees it.

    `missed` are the names of the missing players, "" if the seat is empty. `ends_at` is when the game ends by itself.
    `mine`: the reader is one of them. `all_silent`: all present players are.
    """

    missed: str
    ends_at: datetime | None
    mine: bool
    all_silent: bool
    may_choose: bool


def wait(code: str, user_id: int, seen: int) -> None:
    """Restart the time of the phase. The count of missed turns stays, so that the next one stalls the game again."""
    with changing(code, user_id) as (game, player):
        _check(game, player, seen)
        clocks.begin(game, replay(game), now())
        awaiting.withdraw_offer(game)
        game.substitute = game.substitute_seat = None
        happenings.note(game, "waited", user_id)


def end(code: str, user_id: int, seen: int) -> None:
    """End the game as abandoned by the missing side, as the deadline would."""
    with changing(code, user_id) as (game, player):
        _check(game, player, seen)
        table = replay(game)
        record(game, table, table.play(CLOCK, Timeout()), CLOCK, Timeout(), None, now())
        notices.close_notices(topic(game.code), "over", {user_id}, "seen")


def stayed(game: Game) -> Sequence[Player]:
    """Return the players who may choose in a stalled game: all but the missing ones, or all if nobody else is left."""
    return [player for player in present(game) if player.seat not in game.turn] or present(game)


def stall_of(game: Game, player: Player | None) -> Stall | None:
    """Return the stall as this player sees it, None if the game is not stalled."""
    if game.stalled_at is None:
        return None
    missed = awaited(game)
    return Stall(
        missed=listed(missed),
        ends_at=game.deadline,
        mine=player in missed,
        all_silent=missed == present(game),
        may_choose=player in stayed(game),
    )


def _check(game: Game, player: Player, seen: int) -> None:
    if game.stalled_at is None or seen != game.version:
        raise TooLate("not-stalled")
    if player not in stayed(game):
        raise Refused("not-yours-to-choose")
