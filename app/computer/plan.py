"""How many more turns a side's cards take: a good clue leaves cards behind that other clues can have in common."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from app.computer.idea import Idea

_MISSED: Final = 0.7  # turns that a card takes again when it was meant and is not found
_ALONE: Final = 1.5  # turns for a card that no clue is known for


class Plan:
    """The fewest turns that some cards are expected to take, given the clues that there are for them."""

    def __init__(self, ideas: Iterable[Idea]) -> None:
        """Keep the cheapest of the clues that mean the same cards, by each of these cards."""
        costs: dict[int, float] = {}
        for idea in ideas:
            cards = bits(idea.cards)
            costs[cards] = min(cost(idea), costs.get(cards, _ALONE + len(idea.cards)))
        self._by_card: dict[int, list[tuple[int, float]]] = {}
        for cards, turns in costs.items():
            for bit in _single_bits(cards):
                self._by_card.setdefault(bit, []).append((cards, turns))
        self._turns = cache(self._fewest)

    def turns_after(self, idea: Idea, cards: Iterable[int]) -> float:
        """Return how many turns these cards take if a clue is given first, its own turn included."""
        return cost(idea) + self._turns(bits(cards) & ~bits(idea.cards))

    def _fewest(self, cards: int) -> float:
        if not cards:
            return 0.0
        bit = cards & -cards
        alone = _ALONE + self._turns(cards & ~bit)
        return min((turns + self._turns(cards & ~meant) for meant, turns in self._by_card.get(bit, ())), default=alone)


def cost(idea: Idea) -> float:
    """Return how many turns a clue takes, with those for the cards that it is likely to miss."""
    return 1 + _MISSED * (len(idea.cards) - idea.value)


def bits(cards: Iterable[int]) -> int:
    """Return the indexes of cards as a number with these bits set."""
    return sum(1 << card for card in cards)


def _single_bits(cards: int) -> Iterable[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1
