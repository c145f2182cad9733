"""What the site would say of a clue that is still being typed, to its giver alone (C1-C4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from app import rules
from app.games import cards, clues
from app.games.loading import find, seated
from app.games.records import replay
from app.games.sentences import advice, refusal
from app.rules import Clue

ANY = "1"  # the number says nothing of the word


@dataclass(frozen=True)
class Advice:
    """Sentences about a word; `refused` where it could not be given."""

    sentences: Sequence[str] = ()
    refused: bool = False


def advise(code: str, user_id: int, word: str) -> Advice:
    """Return what there is to say, which is nothing where no clue is awaited of this person; nothing is changed.

    Raises NotHere for who has no seat, and TooLate for who was replaced by a substitute.
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
