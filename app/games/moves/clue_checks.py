"""Checks of a clue before it is given (C2-C4)."""

from app import decks, rules
from app.games.store.models import Game
from app.games.store.snapshot import TableSnapshot
from app.i18n.languages import language
from app.rules.clues import Finding, fold
from app.rules.moves import Ask, Clue

MAX_COMPARED = 100  # characters compared; clues are shorter


NEVER_VALID = "same-word"  # the one finding that the other spymaster cannot overrule (V20)


class ClueObjection(Exception):
    """The checks found something. If `refused`, the clue may not be given; otherwise its giver may confirm it.

    If `may_ask`, the other spymaster may still allow it.
    """

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings)
        reasons = tuple(finding for finding in findings if finding.verdict == "refused")
        self.findings = reasons or findings
        self.refused = bool(reasons)
        self.may_ask = all(finding.code != NEVER_VALID for finding in findings)


def check_clue(game: Game | TableSnapshot, view: rules.View, move: Clue | Ask, sure: str) -> None:
    """Raise ClueObjection if a clue conflicts with a visible word, IllegalMove if it is in another script.

    `sure` is the word the giver has confirmed after reading the advice. The other spymaster may be asked about any clue
    but a visible word itself (V20).
    """
    deck = decks.load(game.deck)
    if decks.is_foreign(move.word, deck):
        raise rules.IllegalMove("clue-characters")
    findings = decks.advice(move.word, deck, _visible_words(game, view), frozenset(game.deal["house"]), language())
    if isinstance(move, Ask):
        findings = tuple(finding for finding in findings if finding.code == NEVER_VALID)
    doubt = ClueObjection(findings)
    if doubt.refused or (findings and not is_confirmed(move.word, sure)):
        raise doubt


def is_confirmed(word: str, sure: str) -> bool:
    """Whether the confirmed word `sure` is the word of this clue."""
    return fold(sure[:MAX_COMPARED]) == fold(word)


def _visible_words(game: Game | TableSnapshot, view: rules.View) -> dict[int, str]:
    """Return the words a clue can conflict with, by card: those on hidden cards, or the numbers of pictures (C9)."""
    return {card.index: game.words[card.index] for card in view.cards if card.face == "hidden"}
