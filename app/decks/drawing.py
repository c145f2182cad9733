"""Drawing cards for a table (K3, K4). A drawn card is `[its place in the deck, the side that is up: 0 or 1]`."""

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
    """Draw `size` distinct cards, each with a side up by chance (K3); ValueError if the deck has fewer.

    Cards drawn earlier, in `avoid`, come back only where too few others are left (K4). Of the others those come first
    that have a side, and then two, with a word that was on none of the tables in `met`, the latest of which is the
    first; then those whose word was not seen for the most tables (K5). That side lies up.
    """
    stale = {card for card, _ in avoid}
    rests = _rests(met)
    faces = [[rests.get(fold(word), len(met)) for word in card] if met else [0, 0] for card in deck.cards]
    cards = rng.sample(range(len(faces)), len(faces))
    cards.sort(key=lambda card: (card in stale, -max(faces[card]), -min(faces[card])))
    return [[card, _side(faces[card], rng)] for card in rng.sample(cards[:size], size)]


def _rests(met: Sequence[Iterable[str]]) -> dict[str, int]:
    """Return for each word, folded, how many tables were laid since the last one with it."""
    return {fold(word): rest for rest in reversed(range(len(met))) for word in met[rest]}


def _side(rests: Sequence[int], rng: Random) -> int:
    """Return the side whose word has rested longer, one by chance where both are alike."""
    return rng.randrange(2) if rests[0] == rests[1] else int(rests[1] > rests[0])


def flip(drawn: Iterable[Sequence[int]]) -> list[list[int]]:
    """Turn the same cards to their other side, each in its place (K4)."""
    return [[card, 1 - side] for card, side in drawn]


def words(deck: Deck, drawn: Iterable[Sequence[int]]) -> list[str]:
    """Read the words, or the pictures' numbers, that lie up: a game stores them, and needs the deck no more."""
    return [deck.cards[card][side] for card, side in drawn]
