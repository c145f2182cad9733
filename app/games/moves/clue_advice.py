"""Advice on a clue while it is typed, shown to its giver only (C1-C4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from app import rules
from app.games.board import cards
from app.games.moves import clue_checks
from app.games.store.move_records import load_table
from app.games.table.loading import load_game, require_player
from app.games.wording.sentences import advice_text, table_refusal_text
from app.rules import Clue

ANY_NUMBER = "1"  # any valid number: only the word is checked


@dataclass(frozen=True)
class ClueAdvice:
    """Sentences about a word; `refused` if it cannot be given as a clue.

    `may_ask`: the other spymaster may be asked about it all the same (V20).
    """

    sentences: Sequence[str] = ()
    refused: bool = False
    may_ask: bool = False


def load_advice(code: str, user_id: int, word: str) -> ClueAdvice:
    """Return the advice on a word, empty if this user cannot give a clue now. Changes nothing.

    Raises GameNotFound without a seat, TooLate if a substitute took the seat.
    """
    game = load_game(code)
    seat = require_player(game, user_id).seat
    table = load_table(game)
    if not word.strip() or "clue" not in table.may(seat):
        return ClueAdvice()
    may_ask = "ask" in table.may(seat)
    try:
        clue = Clue.make(word, ANY_NUMBER)
        table.play(seat, clue)
        clue_checks.check_clue(game, table.view(seat), clue, sure="")
    except rules.IllegalMove as illegal:
        sentence = table_refusal_text(illegal.code, rules.VARIANTS[game.variant].game)
        return ClueAdvice([sentence], refused=True, may_ask=may_ask and illegal.code == "one-word")
    except clue_checks.ClueObjection as doubt:
        words = cards.card_names(game)
        sentences = [advice_text(finding, clue.word, words) for finding in doubt.findings]
        return ClueAdvice(sentences, doubt.refused, may_ask and doubt.may_ask)
    return ClueAdvice()
