"""The words that the computer finds clues for: those of the built-in decks and the nouns of the pictures."""

from functools import cache

from app.decks.deck import DECKS
from app.decks.pictures import PICTURES
from app.decks.pictures.listing import LANGUAGES, things
from app.rules.clues import fold

__all__ = ["LANGUAGES", "deck_words", "known_words", "names_on"]


@cache
def deck_words(language: str) -> frozenset[str]:
    """Return the words of a language's built-in decks, as spelled there."""
    return frozenset(word for deck in DECKS.values() if deck.language == language for word in deck)


@cache
def known_words(language: str) -> tuple[str, ...]:
    """Return all words that the associations may be about, sorted: those of the decks and of the pictures."""
    nouns = (thing.nouns[language] for thing in things().values())
    return tuple(sorted({*deck_words(language), *nouns}))


def names_on(card: str, kind: str, language: str) -> tuple[str, ...]:
    """Return the folded names of what a card shows: its word, or the nouns of the two things in a picture.

    `card` is the word, or for `kind` "pictures" the picture's number as text.
    """
    if kind == "words":
        return (fold(card),)
    picture = PICTURES[int(card) - 1]
    return tuple(fold(thing.nouns[language]) for thing in (picture.large, picture.small))
