"""Advice on a clue while it is typed, shown to its giver only (C1-C4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from app import rules
from app.games import cards, clues
from app.games.loading import find, seated
from app.games.records import replay
from app.games.sentences import advice, refusal
from app.rules import Clue

ANY = "1"  # any valid number: only the word is checked


@dataclass(frozen=True)
class Advice:
    """Sentences about a word; `refused` if it cannot be given as a clue."""

    sentences: Sequence[str] = ()
    refused: bool = False


def advise(code: str, user_id: int, word: str) -> Advice:
    """Return the advice on a word, empty if this user cannot give a clue now. Changes nothing.

    Raises NotHere without a seat, TooLate if a substitute took the seat.
    """
    game = find(code)
    seat = seated(game, user_id).seat
    table = replay(game)
    if not word.strip() or "clue" not in table.may(seat):
        return Advice()
    try:
        clue = Clue.make(word, ANY)
        table.play(seat, clue)
        clues.examine(game, table.view(seat), clue, sure="")
    except rules.IllegalMove as illegal:
        return Advice([refusal(illegal.code, rules.VARIANTS[game.variant].game)], refused=True)
    except clues.Doubtful as doubt:
        words = cards.called(game)
        return Advice([advice(finding, clue.word, words) for finding in doubt.findings], doubt.refused)
    return Advice()
