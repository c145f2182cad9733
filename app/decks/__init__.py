"""The decks: their cards, drawing them, and advice on clues.

>>> from random import Random
>>> deck = load("en-base")
>>> drawn = draw(deck, 25, Random(1))
>>> len(set(words(deck, drawn)) | set(words(deck, flip(drawn))))
50
>>> [finding.verdict for finding in advice("caves", deck, {7: "cave"}, frozenset())]
['refused']
"""

from app.decks.clues import advice, forms, is_foreign
from app.decks.deck import DECKS, Deck
from app.decks.drawing import draw, flip, words
from app.decks.pools import deck_names, load, pool, pool_name, register_loader

__all__ = [
    "DECKS",
    "Deck",
    "advice",
    "deck_names",
    "draw",
    "flip",
    "forms",
    "is_foreign",
    "load",
    "pool",
    "pool_name",
    "register_loader",
    "words",
]
