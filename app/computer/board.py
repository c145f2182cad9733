"""A table as the computer reads it: the open cards by their words, and how strongly a clue points at each."""

from collections.abc import Iterable, Mapping, Sequence
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
"""How often a guesser touches a card with each strength; one without a link counts 1, never 0."""


@dataclass(frozen=True)
class Board:
    """What a seat sees, with the words on the cards. Clues, and the names of pictures, are in `language`."""

    view: View
    words: Sequence[str]
    deck: Deck
    language: str
    house: frozenset[str]

    @cached_property
    def associations(self) -> Associations:
        """What the language's lists say."""
        return load(self.language)

    @cached_property
    def names(self) -> Mapping[int, tuple[str, ...]]:
        """The folded names on all cards without a face, by index."""
        return {
            card.index: names_on(self.words[card.index], self.deck.kind, self.language)
            for card in self.view.cards
            if card.face == "hidden"
        }

    def strengths(self, clue: str) -> dict[int, int]:
        """Return how strongly a clue points at the cards without a face that it has a link to."""
        word = self.associations.known_form(clue)
        return self.complete(
            word, self._linked((index, self._grade(word, names)) for index, names in self.names.items())
        )

    def complete(self, word: str, strengths: Mapping[int, int]) -> dict[int, int]:
        """Return the strengths of a folded clue with what the fallback adds for cards without a listed link."""
        near = self.associations.fallback.strengths(word)
        more = ((index, max(near.get(name, 0) for name in names)) for index, names in self.names.items())
        return {**self._linked(more), **strengths}

    def listed(self) -> dict[str, dict[int, int]]:
        """Return the grades that the lists give to each of their clues, by card without a face."""
        grades: dict[str, dict[int, int]] = {}
        for index, names in self.names.items():
            for name in names:
                for clue, grade in self.associations.suggestions(name):
                    known = grades.setdefault(clue, {})
                    known[index] = max(grade, known.get(index, 0))
        return grades

    def _grade(self, word: str, names: Sequence[str]) -> int:
        return strength_of(max(self.associations.grade(word, name) for name in names))

    def _linked(self, strengths: Iterable[tuple[int, int]]) -> dict[int, int]:
        return {index: strength for index, strength in strengths if strength}

    def advice(self, clue: str) -> tuple[Finding, ...]:
        """Return what the site would object to this clue."""
        visible = {index: self.words[index] for index in self.names}
        return advice(clue, self.deck, visible, self.house, self.language)
