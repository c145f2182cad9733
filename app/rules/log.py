"""The record of a game: its turns and its outcome, and what of a turn a seat may see."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Literal

from app.rules.moves import INF, Clue
from app.rules.seats import role_of, side_of

Ending = Literal["", "wrong", "stop", "limit", "challenge", "timeout", "finished", "over"]
FACES: Final[Mapping[str, str]] = {"r": "red", "b": "blue", ".": "bystander", "x": "assassin", "g": "agent"}
"""The card face for each letter of a key."""
TURNS_KEPT: Final = 20_000  # turns as a seat sees them, of some 200 bytes: those of some hundred games


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner`: `red`, `blue`, `team` (both sides of Duet) or None (nobody).

    `reason`: `agents`, `sudden-death`, `assassin`, `time`, `forfeit`, `abandoned`, `void` (V23).
    """

    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Guessed:
    """A touched card: the seat that touched it, and the face revealed."""

    seat: str
    card: int
    face: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of the log (V12): a clue and what followed from it. `ended` says why it ended, "" while it runs.

    `giver` is the seat that gives the clue. It is empty for sudden death, all of whose touches form one turn without a
    clue, and for a Duet clue that both sides could have given and neither gave in time. `clue` is None in these turns,
    in turns whose clue timed out, and while a spymaster's clues are only asked or refused. The turn in which the game
    ends has `ended == "over"`, unless it had already ended for a reason of its own, such as a timeout. In Versus,
    `consulted` says that the other spymaster allowed the clue, `refused` are the clues that they refused before (V20),
    and `covered` is the card covered because the seat `challenger` called the clue invalid (V21).
    """

    giver: str
    clue: Clue | None = None
    consulted: bool = False
    challenger: str = ""
    refused: tuple[Clue, ...] = ()
    guesses: tuple[Guessed, ...] = ()
    covered: int | None = None
    ended: Ending = ""

    @property
    def challenged(self) -> bool:
        """Whether somebody called the clue invalid (V21, D17)."""
        return self.challenger != ""

    @property
    def side(self) -> str:
        """The side whose clue it is; empty if the turn has no giver."""
        return side_of(self.giver)

    @property
    def limit(self) -> int | None:
        """How many guesses the clue allows in Versus: n + 1, or None for no limit (0, unlimited, no clue) (V7)."""
        if self.clue is None or self.clue.number in (0, INF):
            return None
        return int(self.clue.number) + 1


def shown_clue(clue: Clue, giver: str, seat: str | None) -> Clue:
    """Return a clue as a seat may see it during the game: only the giver sees the intended cards."""
    return clue if seat == giver else replace(clue, cards=())


@lru_cache(TURNS_KEPT)
def shown_turn(turn: Turn, seat: str | None) -> Turn:
    """Return a turn as a seat, or a watcher (None), may see it during the game; the same one for each of its views.

    Only the giver sees the intended cards, and only spymasters see refused clues (V20).
    """
    privy = turn.refused if seat is not None and role_of(seat) == "spymaster" else ()
    refused = tuple(shown_clue(clue, turn.giver, seat) for clue in privy)
    return replace(turn, clue=turn.clue and shown_clue(turn.clue, turn.giver, seat), refused=refused)
