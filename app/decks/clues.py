"""What the site knows of a card's word, and notices about a clue."""

import json
from collections.abc import Mapping
from functools import cache

from app.decks.deck import WORDS, Deck
from app.decks.stems import stems
from app.rules.clues import Finding, Forms, advise, fold


def advice(clue: str, deck: Deck, visible: Mapping[int, str], house: frozenset[str]) -> tuple[Finding, ...]:
    """Say what a clue has in common with the visible words, by card (C2-C4, C7)."""
    cards = {card: forms(deck, word) for card, word in visible.items()}
    return advise(clue, cards, house, stems(clue, deck.language))


def forms(deck: Deck, word: str) -> Forms:
    """Return what is known of a word of some deck: all that was worked out when it was made, else its stem alone."""
    folded = fold(word)
    return _known(deck.language).get(folded) or Forms(folded, stems=stems(word, deck.language))


@cache
def _known(language: str) -> Mapping[str, Forms]:
    """Return the words of a language's decks, with what `python -m app.decks.make` wrote beside them."""
    known: dict[str, Forms] = {}
    for path in sorted((WORDS / language).glob("*.forms.json")):
        for word, entry in json.loads(path.read_text("utf-8")).items():
            known[word] = Forms(word, **{name: frozenset(values) for name, values in entry.items()})
    return known
