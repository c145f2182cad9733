"""A second reader, who understands clues otherwise than the computer that gives them.

It looks up no entry that links the clue with the card. It knows which other cards the clue goes with, and asks how much
this card is like those: how many associations they share. The sentence encoder's opinion is added (computer.fallback).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from math import log, sqrt
from typing import Final

from app.computer.associations import DANGER, load, read_lines
from app.rules.clues import fold

_ENCODER: Final = 0.03  # what a strength (3 to 6) of the encoder adds to a likeness (0 to 1)
_CROWD: Final = 0.7  # between 0, the sum of the likenesses to all of a clue's cards, and 1, their mean
Vector = Mapping[str, float]


def likeness(language: str, clue: str, card: str) -> float:
    """Return how well a card goes with a clue, from what else goes with either: 0 for nothing in common."""
    clue, card = fold(clue), fold(card)
    encoder = load(language).fallback.strengths(clue).get(card, 0)
    others = len(_linked(language).get(clue, {}).keys() - {card})
    return _ENCODER * encoder + (_shared(language, clue, card) / others**_CROWD if others else 0)


def _shared(language: str, clue: str, card: str) -> float:
    """Return the sum of the cosines between a card and each other card that the clue goes with, the clue apart."""
    own, together = _vectors(language).get(card, {}), _sum_of_cards(language, clue)
    without = 1.0 if card in _linked(language).get(clue, {}) else 0.0
    return sum(share * (together.get(word, 0) - without * share) for word, share in own.items() if word != clue)


@lru_cache(maxsize=64)
def _sum_of_cards(language: str, clue: str) -> Vector:
    found: dict[str, float] = defaultdict(float)
    for card in _linked(language).get(clue, ()):
        for word, share in _vectors(language)[card].items():
            found[word] += share
    return found


@cache
def _vectors(language: str) -> Mapping[str, Vector]:
    """Return each card's associations, rare ones weighing more, with length 1 in all."""
    linked, vectors = _linked(language), defaultdict[str, dict[str, float]](dict)
    cards = len({card for cards in linked.values() for card in cards})
    for clue, grades in linked.items():
        for card, grade in grades.items():
            vectors[card][clue] = (grade - DANGER + 1) * log(cards / len(grades))
    lengths = {card: sqrt(sum(share * share for share in vector.values())) or 1 for card, vector in vectors.items()}
    return {card: {word: share / lengths[card] for word, share in vector.items()} for card, vector in vectors.items()}


@cache
def _linked(language: str) -> Mapping[str, Mapping[str, int]]:
    """Return the folded cards of each folded clue with their grades, dangers apart."""
    found = defaultdict[str, dict[str, int]](dict)
    for clue, card, grade in _entries(language):
        if grade > DANGER:
            found[clue][card] = max(grade, found[clue].get(card, 0))
    return found


def _entries(language: str) -> Iterator[tuple[str, str, int]]:
    for card, clues in read_lines(language, "cards").items():
        yield from ((fold(clue), fold(card), grade) for clue, grade in clues)
    for clue, cards in read_lines(language, "clues").items():
        yield from ((fold(clue), fold(card), grade) for card, grade in cards)


def most_like(language: str, clue: str, words: Iterable[str]) -> list[str]:
    """Return words, the best for a clue first."""
    return sorted(words, key=lambda word: (-likeness(language, clue, word), word))
