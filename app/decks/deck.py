"""Decks of two-sided cards, with words or pictures, and the built-in decks."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from app.decks.pictures import CARDS
from app.i18n.languages import lazy_gettext
from app.rules.clues import fold

WORDS: Final = Path(__file__).parent / "words"
MIN_WORDS: Final = 50
_CARD: Final = re.compile(r"(?P<front>\S.*?)\s+/\s+(?P<back>.*\S)")
_TITLES: Final = {
    "en-base": "English",
    "en-duet": "English Duet",
    "fr-base": "Français",
    "fr-duet": "Français Duo",
    "it-base": "Italiano",
    "it-duet": "Italiano Duetto",
    "pictures": lazy_gettext("Pictures"),
}


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards with two words, front and back, or with two pictures (K2), each identified by its number.

    A deck of pictures has the language "": each reader sees the pictures' names in their own language, and clues may be
    in any language and script that the players share (K6, C1).

    Raises ValueError if there are fewer than 50 words (K1), or if two are equal apart from case and accents. So no two
    cards on a table ever show equal words (K3).
    """

    name: str
    title: str
    language: str
    cards: tuple[tuple[str, str], ...]
    kind: Literal["words", "pictures"] = "words"

    def __post_init__(self) -> None:
        words = list(self)
        if len(words) < MIN_WORDS:
            raise ValueError(f"{self.name}: {len(words)} words are too few")
        if len({fold(word) for word in words}) < len(words):
            raise ValueError(f"{self.name}: two words are equal")

    def __iter__(self) -> Iterator[str]:
        """Yield every word: the front and back of each card, in order. A card may have the same word on both sides."""
        return (word for card in self.cards for word in dict.fromkeys(card))


@cache
def load(name: str) -> Deck:
    """Return the built-in deck with this name, such as `en-base`. Raises KeyError if there is none."""
    title = _TITLES[name]
    if name == "pictures":
        return Deck(name, title, "", tuple((str(front), str(back)) for front, back in CARDS), "pictures")
    language, _, part = name.partition("-")
    return Deck(name, title, language, tuple(read_cards((WORDS / language / f"{part}.txt").read_text("utf-8"))))


def read_cards(text: str) -> Iterator[tuple[str, str]]:
    """Yield the cards of a deck file as pairs of front and back, from lines `front / back`; `#` starts a comment line.

    Raises ValueError for any other line.
    """
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        card = _CARD.fullmatch(line)
        if card is None:
            raise ValueError(f"not a card: {line}")
        yield card["front"], card["back"]


DECKS: Final[Mapping[str, Deck]] = MappingProxyType({name: load(name) for name in _TITLES})
"""The built-in decks by name; the default one of each kind comes first."""
