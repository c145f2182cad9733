"""Finding a deck by the name stored in games: a built-in deck, a custom one, or a pool of several.

A name always means the same cards, so that a running game never changes. An edited deck gets another name.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from app.decks import deck as built_in
from app.decks.deck import Deck
from app.rules.clues import fold

SEPARATOR = "+"  # separates deck names in a pool's name
_loaders: list[Callable[[str], Deck]] = []


def register_loader(find: Callable[[str], Deck]) -> None:
    """Set the function that loads a deck that is not built in, by name; it raises KeyError for an unknown name."""
    _loaders[:] = [find]


@lru_cache(maxsize=256)
def load(name: str) -> Deck:
    """Return the deck or pool of a name such as `en-base` or `en-base+en-duet`. Raises KeyError if there is none."""
    if SEPARATOR in name:
        return pool([load(part) for part in deck_names(name)])
    try:
        return built_in.load(name)
    except KeyError:
        for find in _loaders:
            return find(name)
        raise


def pool(decks: Sequence[Deck]) -> Deck:
    """Return one deck with the cards of several, named after all of them; of a single deck, itself.

    A word that an earlier deck has too is left out of the later ones (K3). Raises ValueError if the decks differ in
    language or kind (K6).
    """
    if len({(deck.language, deck.kind) for deck in decks}) != 1:
        raise ValueError("the decks of a pool differ in language or kind")
    first, *others = decks = sorted(decks, key=lambda deck: deck.name)
    if not others:
        return first
    title = " + ".join(str(deck.title) for deck in decks)
    cards = tuple(_without_duplicates(chain.from_iterable(deck.cards for deck in decks)))
    return Deck(pool_name(deck.name for deck in decks), title, first.language, cards, first.kind)


def pool_name(names: Iterable[str]) -> str:
    """Return the name of the pool of some decks; for a single deck, its own name."""
    return SEPARATOR.join(sorted(set(names)))


def deck_names(name: str) -> list[str]:
    """Return the names of the decks in a pool; for a single deck, its own name."""
    return name.split(SEPARATOR)


def _without_duplicates(cards: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the cards without the words of earlier ones: on both sides the other word, and no card if it has none."""
    seen: set[str] = set()
    for card in cards:
        left = [word for word in dict.fromkeys(card) if fold(word) not in seen]
        seen.update(map(fold, left))
        if left:
            yield left[0], left[-1]
