"""What the site knows of a card's word, and notices about a clue."""

import json
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final

from app.decks.deck import DECKS, WORDS, Deck
from app.decks.stems import stems
from app.rules.clues import Finding, Forms, advise, fold

_OUR_OWN: Final = frozenset(deck.language for deck in DECKS.values() if deck.kind == "words")


def advice(clue: str, deck: Deck, visible: Mapping[int, str], house: frozenset[str]) -> tuple[Finding, ...]:
    """Say what a clue has in common with the visible words, by card (C2-C4, C7, C8); pictures have no letters (C9)."""
    if deck.kind == "pictures":
        return advise(clue, {}, house)
    cards = {card: forms(deck, word) for card, word in visible.items()}
    return advise(clue, cards, house, stems(clue, deck.language))


def is_foreign(clue: str, deck: Deck) -> bool:
    """Whether a clue has letters of a script in which the deck has no word: so look-alikes cannot hide one (C1).

    That holds in the languages of the site's own decks. Others may be written in several scripts, as Japanese is, and
    where there are pictures, there is nothing to hide (C9): no script is foreign there.
    """
    return deck.language in _OUR_OWN and not _scripts(clue) <= _scripts_of(deck)


@lru_cache(maxsize=64)
def _scripts_of(deck: Deck) -> frozenset[str]:
    return frozenset().union(*map(_scripts, deck))


def _scripts(text: str) -> frozenset[str]:
    """Return the scripts of a text's letters, by their names in Unicode; plain Latin letters are one of their own."""
    letters = [sign for sign in fold(text) if sign.isalpha()]
    return frozenset("ASCII" if sign.isascii() else unicodedata.name(sign, "?").split()[0] for sign in letters)


def forms(deck: Deck, word: str) -> Forms:
    """Return what is known of a word of some deck: all that was worked out when it was made, else its stem alone."""
    folded = fold(word)
    return _known(deck.language).get(folded) or Forms(folded, stems=stems(word, deck.language))


@cache
def _known(language: str) -> Mapping[str, Forms]:
    """Return the words of a language's decks, with what `app.decks.make` and `make_sounds` wrote beside them."""
    sounds = _stored(language, "sounds")
    return {
        word: Forms(word, sounds=frozenset(sounds.get(word, ())), **{kind: frozenset(it) for kind, it in entry.items()})
        for word, entry in _stored(language, "forms").items()
    }


def _stored(language: str, kind: str) -> dict[str, Any]:
    """Return what is stored of a language's words in the files of one kind, all parts together."""
    paths = sorted((WORDS / language).glob(f"*.{kind}.json"))
    return dict(chain.from_iterable(json.loads(path.read_text("utf-8")).items() for path in paths))
