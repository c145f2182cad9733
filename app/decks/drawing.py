"""Drawing cards for a table (K3, K4). A drawn card is `[index in the deck, side that is up (0 or 1)]`."""

from collections.abc import Iterable, Sequence
from random import Random

from app.decks.deck import Deck
from app.rules.clues import fold


def draw(
    deck: Deck,
    size: int,
    rng: Random,
    avoid: Iterable[Sequence[int]] = (),
    met: Sequence[Iterable[str]] = (),
) -> list[list[int]]:
    """Return `size` distinct cards in random order, each with a random side up (K3).

    Cards in `avoid`, drawn earlier, are used only if too few others are left (K4). `met` has the words of earlier
    tables, latest first: cards with one word, or better two, that were on none of them come first, then those whose
    words were last seen longest ago (K5). That side is up. Raises ValueError if the deck has too few cards.
    """
    stale = {card for card, _ in avoid}
    rests = _tables_since_seen(met)
    faces = [[rests.get(fold(word), len(met)) for word in card] if met else [0, 0] for card in deck.cards]
    cards = rng.sample(range(len(faces)), len(faces))
    cards.sort(key=lambda card: (card in stale, -max(faces[card]), -min(faces[card])))
    return [[card, _side(faces[card], rng)] for card in rng.sample(cards[:size], size)]


def _tables_since_seen(met: Sequence[Iterable[str]]) -> dict[str, int]:
    """Return for each word, folded, how many tables ago it was last seen."""
    return {fold(word): rest for rest in reversed(range(len(met))) for word in met[rest]}


def _side(rests: Sequence[int], rng: Random) -> int:
    """Return the side whose word was seen longer ago, or a random one if both are equal."""
    return rng.randrange(2) if rests[0] == rests[1] else int(rests[1] > rests[0])


def flip(drawn: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the same drawn cards in the same order, each with its other side up (K4)."""
    return [[card, 1 - side] for card, side in drawn]


def words(deck: Deck, drawn: Iterable[Sequence[int]]) -> list[str]:
    """Return the words, or the pictures' numbers as text, on the upper sides of drawn cards."""
    return [deck.cards[card][side] for card, side in drawn]
