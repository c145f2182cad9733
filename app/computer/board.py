"""A table as the computer sees it: the words on the hidden cards, and how strongly a clue points at each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import exp
from typing import Final

from app.computer.associations import Associations, load, strength_of
from app.computer.cards import names_on
from app.decks.clues import advice
from app.decks.deck import Deck
from app.rules.clues import Finding
from app.rules.views import View

_SCALE: Final = 1.2
WEIGHTS: Final = tuple(exp(_SCALE * max(strength - 2, 0)) for strength in range(8))
"""How much more often a guesser touches a card with each strength (0 to 7) than one without a link, which counts 1."""


@dataclass(frozen=True)
class Board:
    """What a seat sees, with the words on all cards (or the pictures' numbers) and the deck they are from.

    Clues and the names of pictures are in `language`; `house` are the game's house rules.
    """

    view: View
    words: Sequence[str]
    deck: Deck
    language: str
    house: frozenset[str]

    @cached_property
    def associations(self) -> Associations:
        """The association lists of the board's language."""
        return load(self.language)

    @cached_property
    def names(self) -> Mapping[int, tuple[str, ...]]:
        """The folded words on each hidden card, by index: one, or the nouns of a picture."""
        return {
            card.index: names_on(self.words[card.index], self.deck.kind, self.language)
            for card in self.view.cards
            if card.face == "hidden"
        }

    @cached_property
    def _cards_by_name(self) -> Mapping[str, Sequence[int]]:
        """The indexes of the hidden cards with each folded word."""
        found: dict[str, list[int]] = {}
        for index, names in self.names.items():
            for name in names:
                found.setdefault(name, []).append(index)
        return found

    def strengths(self, clue: str) -> dict[int, int]:
        """Return how strongly (1 to 7) a clue points at each hidden card that it has a link to, by index."""
        word = self.associations.known_form(clue)
        grades = {index: self._grade(word, names) for index, names in self.names.items()}
        return self.complete(word, {index: grade for index, grade in grades.items() if grade})

    def complete(self, word: str, strengths: Mapping[int, int]) -> dict[int, int]:
        """Return these strengths of a folded clue, plus those of the fallback for other hidden cards, by index."""
        near: dict[int, int] = {}
        for name, strength in self.associations.fallback.strengths(word).items():
            for index in self._cards_by_name.get(name, ()):
                near[index] = max(strength, near.get(index, 0))
        return {**dict(sorted(near.items())), **strengths}

    def listed(self) -> dict[str, dict[int, int]]:
        """Return each clue that the lists suggest for a hidden card, with its grades by the cards' indexes."""
        grades: dict[str, dict[int, int]] = {}
        for index, names in self.names.items():
            for name in names:
                for clue, grade in self.associations.suggestions(name):
                    known = grades.setdefault(clue, {})
                    known[index] = max(grade, known.get(index, 0))
        return grades

    def _grade(self, word: str, names: Sequence[str]) -> int:
        return strength_of(max(self.associations.grade(word, name) for name in names))

    def advice(self, clue: str) -> tuple[Finding, ...]:
        """Return the site's findings against a clue: why it would be refused or doubtful next to the hidden cards."""
        visible = {index: self.words[index] for index in self.names}
        return advice(clue, self.deck, visible, self.house, self.language)
