"""Drawing cards for a table (K3, K4). A drawn card is `[its place in the deck, the side that is up: 0 or 1]`."""

from collections.abc import Iterable, Sequence
from random import Random

from app.decks.deck import Deck


def draw(deck: Deck, size: int, rng: Random, avoid: Iterable[Sequence[int]] = ()) -> list[list[int]]:
    """Draw `size` distinct cards, each with a side up by chance (K3); ValueError if the deck has fewer.

    Cards drawn earlier, in `avoid`, come back only where too few others are left (K4).
    """
    stale = {card for card, _ in avoid}.intersection(range(len(deck.cards)))
    fresh = [card for card in range(len(deck.cards)) if card not in stale]
    lacking = max(0, size - len(fresh))
    cards = rng.sample(fresh, size - lacking) + rng.sample(sorted(stale), lacking)
    rng.shuffle(cards)
    return [[card, rng.randrange(2)] for card in cards]


def flip(drawn: Iterable[Sequence[int]]) -> list[list[int]]:
    """Turn the same cards to their other side, each in its place (K4)."""
    return [[card, 1 - side] for card, side in drawn]


def words(deck: Deck, drawn: Iterable[Sequence[int]]) -> list[str]:
    """Read the words, or the pictures' numbers, that lie up: a game stores them, and needs the deck no more."""
    return [deck.cards[card][side] for card, side in drawn]
