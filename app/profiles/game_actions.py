"""What each player did in a game: clues and touches, counted for the users who made the moves."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.rules import Table, Turn
from app.rules.seats import side_of

Moves = Iterable[tuple[int | None, str]]  # user id (None: the clock) and notation of each move


@dataclass
class GameActions:
    """Counts of one player's clues and touches in a game; the fields are those of models.Result."""

    clues: int = 0
    asked: int = 0
    found: int = 0
    right: int = 0
    wrong: int = 0
    assassin: bool = False


def game_actions(table: Table, moves: Moves) -> dict[int | None, GameActions]:
    """Return each player's actions in an ended game, by user id; touches made by the clock are under None.

    `moves` are all moves of the game, in order.
    """
    played = list(moves)
    givers = iter([who for who, text in played if text.startswith(("clue ", "ask "))])
    guessers = iter([who for who, text in played if text.startswith("guess ")])
    found: dict[int | None, GameActions] = defaultdict(GameActions)
    for turn in table.turns:
        _count_clue(found, turn, givers)
        _count_touches(found, turn, guessers)
    return found


def _count_clue(found: dict[int | None, GameActions], turn: Turn, givers: Iterator[int | None]) -> None:
    """Count a turn's clue for its giver, unless it was invalid and ended its turn (V21).

    Clues that were refused (V20) are taken from `givers` without being counted.
    """
    for _refused in turn.refused:
        next(givers)
    if turn.clue is None:
        return
    own = found[next(givers)]
    if turn.ended == "challenge":
        return
    own.clues += 1
    own.asked += turn.clue.number if isinstance(turn.clue.number, int) else 0
    own.found += sum(guess.face in (turn.side, "agent") for guess in turn.guesses)


def _count_touches(found: dict[int | None, GameActions], turn: Turn, guessers: Iterator[int | None]) -> None:
    for guess in turn.guesses:
        own, right = found[next(guessers)], guess.face in (side_of(guess.seat), "agent")
        own.right += right
        own.wrong += not right
        own.assassin |= guess.face == "assassin"
