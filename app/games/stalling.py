"""A side has missed three phases in a row (T4): those who stayed choose how to go on; who was missed may play."""

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
    """A stalled table for one reader: who was missed, and when the game ends by itself.

    `missed` are names: nobody's where the seat is empty. `mine` says that the reader is the one, `all_silent` that
    nobody else is there either.
    """

    missed: str
    ends_at: datetime | None
    mine: bool
    all_silent: bool
    may_choose: bool


def wait(code: str, user_id: int, seen: int) -> None:
    """Give the phase its time anew; what the rules have counted stays, so that the next miss stalls the table again."""
    with changing(code, user_id) as (game, player):
        _check(game, player, seen)
        clocks.begin(game, replay(game), now())
        awaiting.withdraw_offer(game)
        game.substitute = game.substitute_seat = None
        happenings.note(game, "waited", user_id)


def end(code: str, user_id: int, seen: int) -> None:
    """Let the game end as abandoned by who was missed, as it would by itself."""
    with changing(code, user_id) as (game, player):
        _check(game, player, seen)
        table = replay(game)
        record(game, table, table.play(CLOCK, Timeout()), CLOCK, Timeout(), None, now())
        notices.close(topic(game.code), "over", {user_id}, "seen")


def stayed(game: Game) -> Sequence[Player]:
    """Return who may choose at a stalled table: all but those who were missed; everybody where all were."""
    return [player for player in present(game) if player.seat not in game.turn] or present(game)


def stall_of(game: Game, player: Player | None) -> Stall | None:
    """Return how a table is stalled, None where it is not."""
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
