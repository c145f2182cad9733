"""Finding a deck by the name under which games keep it: one of the site's, one of somebody's own, or a pool of several.

A name always means the same cards, so that a running game never changes: what somebody edits gets another name.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from app.decks import deck as built_in
from app.decks.deck import Deck
from app.rules.clues import fold

JOINT = "+"  # between the names of a pool's parts
_elsewhere: list[Callable[[str], Deck]] = []


def learn(find: Callable[[str], Deck]) -> None:
    """Let `load` ask `find`, too, for the decks that the site does not come with; it raises KeyError."""
    _elsewhere[:] = [find]


@lru_cache(maxsize=256)
def load(name: str) -> Deck:
    """Return the deck, or the pool, of that name, as `en-base` or `en-base+en-duet`; KeyError if there is none."""
    if JOINT in name:
        return pool([load(part) for part in parts(name)])
    try:
        return built_in.load(name)
    except KeyError:
        for find in _elsewhere:
            return find(name)
        raise


def pool(decks: Sequence[Deck]) -> Deck:
    """Mix decks into one whose name is theirs, sorted; ValueError where they differ in language or kind (K6).

    A word that an earlier deck has, too, is left out of the later ones (K3).
    """
    if len({(deck.language, deck.kind) for deck in decks}) != 1:
        raise ValueError("the decks of a pool differ in language or kind")
    first, *others = decks = sorted(decks, key=lambda deck: deck.name)
    if not others:
        return first
    title = " + ".join(str(deck.title) for deck in decks)
    cards = tuple(_without_equals(chain.from_iterable(deck.cards for deck in decks)))
    return Deck(together(deck.name for deck in decks), title, first.language, cards, first.kind)


def together(names: Iterable[str]) -> str:
    """Return the name of the pool of some decks; of one alone, its own."""
    return JOINT.join(sorted(set(names)))


def parts(name: str) -> list[str]:
    """Return the names of the decks that are mixed under a name: of one deck, its own alone."""
    return name.split(JOINT)


def _without_equals(cards: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield the cards without words that were there before; a card that loses a side has the other on both."""
    seen: set[str] = set()
    for card in cards:
        left = [word for word in dict.fromkeys(card) if fold(word) not in seen]
        seen.update(map(fold, left))
        if left:
            yield left[0], left[-1]
