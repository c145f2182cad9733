"""What the site notices about a clue before it is given (C2-C4)."""

from app import decks, rules
from app.games.models import Game
from app.rules.clues import Finding, fold
from app.rules.moves import Ask, Clue

LONGEST_SURE = 100  # characters that are looked at; a clue has fewer


class Doubtful(Exception):
    """The site noticed something: `refused` where the clue may not be given, else its giver may be sure of it."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings)
        reasons = tuple(finding for finding in findings if finding.verdict == "refused")
        self.findings = reasons or findings
        self.refused = bool(reasons)


def examine(game: Game, view: rules.View, move: Clue | Ask, sure: str) -> None:
    """Raise Doubtful where a clue collides with a visible word, IllegalMove where its letters are another script's.

    `sure` is the word whose advice was already read.

    Asking the other spymaster (V20) is itself the answer to a doubt, so that only a refusal stops it.
    """
    deck = decks.load(game.deck)
    if decks.is_foreign(move.word, deck):
        raise rules.IllegalMove("clue-characters")
    findings = decks.advice(move.word, deck, _visible(game, view), frozenset(game.deal["house"]))
    doubt = Doubtful(findings)
    certain = isinstance(move, Ask) or is_sure(move.word, sure)
    if doubt.refused or (findings and not certain):
        raise doubt


def is_sure(word: str, sure: str) -> bool:
    """Whether `sure`, a word whose advice was read, is this clue's."""
    return fold(sure[:LONGEST_SURE]) == fold(word)


def _visible(game: Game, view: rules.View) -> dict[int, str]:
    """Return the words that a clue can collide with: those still hidden, and none of a table of pictures (C9)."""
    if rules.VARIANTS[game.variant].cards == "pictures":
        return {}
    return {card.index: game.words[card.index] for card in view.cards if card.face == "hidden"}
