"""How many more turns a side's cards take: a good clue leaves cards behind that other clues can have in common."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from app.computer.candidate import Candidate

_MISSED: Final = 0.7  # turns that a card takes again when it was meant and is not found
_ALONE: Final = 1.5  # turns for a card that no clue is known for


class Plan:
    """The fewest turns that some cards are expected to take, given the clues that there are for them."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        """Keep the cheapest of the clues that mean the same cards, by each of these cards."""
        costs: dict[int, float] = {}
        for candidate in candidates:
            cards = bits(candidate.cards)
            costs[cards] = min(cost(candidate), costs.get(cards, _ALONE + len(candidate.cards)))
        self._by_card: dict[int, list[tuple[int, float]]] = {}
        for cards, turns in costs.items():
            for bit in _single_bits(cards):
                self._by_card.setdefault(bit, []).append((cards, turns))
        self._turns = cache(self._fewest)

    def turns_after(self, candidate: Candidate, cards: Iterable[int]) -> float:
        """Return how many turns these cards take if a clue is given first, its own turn included."""
        return cost(candidate) + self._turns(bits(cards) & ~bits(candidate.cards))

    def _fewest(self, cards: int) -> float:
        if not cards:
            return 0.0
        bit = cards & -cards
        alone = _ALONE + self._turns(cards & ~bit)
        return min((turns + self._turns(cards & ~meant) for meant, turns in self._by_card.get(bit, ())), default=alone)


def cost(candidate: Candidate) -> float:
    """Return how many turns a clue takes, with those for the cards that it is likely to miss."""
    return 1 + _MISSED * (len(candidate.cards) - candidate.value)


def bits(cards: Iterable[int]) -> int:
    """Return the indexes of cards as a number with these bits set."""
    return sum(1 << card for card in cards)


def _single_bits(cards: int) -> Iterable[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1
