"""Choosing the computer's move, from what its seat sees, the words on the cards, and the language alone."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.computer.board import Board
from app.computer.cards import LANGUAGES, known_words, names_on
from app.computer.giver import choose_clue
from app.computer.guesser import Choice, best_choice, choose_guess
from app.decks.deck import Deck
from app.rules.clues import fold
from app.rules.moves import Allow, Cover, Move, Refuse, Stop
from app.rules.views import View

_LEAST_KNOWN: Final = 0.9  # share of a deck's words
_NEVER_ALLOWED: Final = frozenset({"same-word", "same-form", "accents", "compound", "related"})


def choose_move(view: View, words: Sequence[str], deck: Deck, language: str, house: frozenset[str]) -> Move | None:
    """Return the move of the seat whose view this is, or None if it should wait.

    `words` are those on the cards, or the pictures' numbers. The same view always gives the same move, which depends on
    nothing that the seat does not see. It never challenges: the site refuses what it would object to.
    """
    board = Board(view, words, deck, language, house)
    if "clue" in view.may:
        return choose_clue(board)
    if "guess" in view.may:
        return choose_guess(board)
    if "cover" in view.may:
        return Cover(min(card.index for card in view.cards if "cover" in card.verbs))
    if "allow" in view.may:
        return _answer(board)
    return None


def explain_stop(view: View, words: Sequence[str], deck: Deck, language: str, house: frozenset[str]) -> Choice | None:
    """Return the card that was next for a seat that stopped in this view; None if it would not stop, as lists change.

    The arguments are those of `choose_move`.
    """
    board = Board(view, words, deck, language, house)
    return best_choice(board) if choose_guess(board) == Stop() else None


@lru_cache(maxsize=64)
def can_play(deck: Deck, language: str) -> bool:
    """Whether the computer knows enough of a deck's words, at least 90 per cent, to play it in this language."""
    if language not in LANGUAGES or (deck.language or language) != language:
        return False
    known = frozenset(map(fold, known_words(language)))
    words = [name for card in deck for name in names_on(card, deck.kind, language)]
    return sum(word in known for word in words) >= _LEAST_KNOWN * len(words)


def _answer(board: Board) -> Move:
    """Return the answer to a clue being asked: refuse it if it is too close to a visible word, else allow it (V20)."""
    asked = board.view.asked
    findings = board.advice(asked.word) if asked else ()
    return Refuse() if any(finding.code in _NEVER_ALLOWED for finding in findings) else Allow()
