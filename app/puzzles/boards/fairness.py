"""What makes a prepared clue fair: it strongly means its cards, and the lists know no other way to read it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from app.computer.associations import STRONG, load, read_lines
from app.puzzles.boards.puzzle import Puzzle
from app.rules.clues import fold
from app.rules.moves import Clue

_TEMPTING: Final = 5  # strength at which the encoder's opinion of another card counts
_SMALLEST_GROUP: Final = 3
_UNSUITED: Final = frozenset({
    "blonde", "drug", "dumb", "dwarf", "eskimo", "fat", "gypsy", "harem", "heroin", "indian", "lsd", "marijuana",
    "opium", "oriental", "torture",
    "drogue", "esclave", "esclavage", "esquimau", "indien", "nain", "pendu", "terroriste", "tzigane",
    "nano", "nudo", "schiavi", "schiavo", "terrorismo", "terrorista", "tortura",
})  # fmt: skip
"""Folded clues that a table of friends can laugh off, but that the site gives to nobody unasked."""


def is_fair(puzzle: Puzzle, clue: Clue) -> bool:
    """Whether a clue strongly means each of its cards, and neither list nor encoder links it with a wrong one."""
    word, language = fold(clue.word), puzzle.language
    cards = [fold(puzzle.words[card]) for card in clue.cards]
    if not cards or word in _UNSUITED or not meant(language, word).issuperset(cards):
        return False
    wrong = (card for card, letter in zip(puzzle.words, puzzle.key, strict=True) if letter != "g")
    return tempting(language, word).isdisjoint(map(fold, wrong))


@cache
def meant(language: str, clue: str) -> frozenset[str]:
    """Return the folded cards that a folded clue strongly means: by one list, or plainly by both."""
    of_card, of_clue = (links.get(clue, {}) for links in _links(language))
    return frozenset(card for card in {**of_card, **of_clue} if of_card.get(card, 0) + of_clue.get(card, 0) >= STRONG)


@cache
def tempting(language: str, clue: str) -> frozenset[str]:
    """Return the folded cards that a list links with a folded clue, as a danger too, or the encoder does so clearly."""
    of_card, of_clue = (links.get(clue, {}) for links in _links(language))
    near = load(language).fallback.strengths(clue)
    return frozenset({*of_card, *of_clue, *(card for card, strength in near.items() if strength >= _TEMPTING)})


@cache
def strong_groups(language: str) -> Sequence[tuple[str, tuple[str, ...]]]:
    """Return the folded clues that strongly mean three cards or more by one list, with these cards, folded."""
    found: dict[str, set[str]] = defaultdict(set)
    for links in _links(language):
        for clue, grades in links.items():
            found[clue].update(card for card, grade in grades.items() if grade == STRONG)
    return [(clue, tuple(sorted(cards))) for clue, cards in sorted(found.items()) if len(cards) >= _SMALLEST_GROUP]


Links = Mapping[str, Mapping[str, int]]


@cache
def _links(language: str) -> tuple[Links, Links]:
    """Return the grades of `cards.txt` and of `clues.txt`, by folded clue and then by folded card."""
    folded = cache(fold)
    of_card, of_clue = defaultdict[str, dict[str, int]](dict), defaultdict[str, dict[str, int]](dict)
    for card, clues in read_lines(language, "cards").items():
        for clue, grade in clues:
            of_card[folded(clue)][folded(card)] = grade
    for clue, cards in read_lines(language, "clues").items():
        of_clue[folded(clue)].update({folded(card): grade for card, grade in cards})
    return of_card, of_clue
