"""A deck of two-sided cards, of words or of pictures, and those that come with the site."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from app.decks.pictures import CARDS
from app.languages import later
from app.rules.clues import fold

WORDS: Final = Path(__file__).parent / "words"
FEWEST: Final = 50
_CARD: Final = re.compile(r"(?P<front>\S.*?)\s+/\s+(?P<back>.*\S)")
_TITLES: Final = {
    "en-base": "English",
    "en-duet": "English Duet",
    "fr-base": "Français",
    "fr-duet": "Français Duo",
    "it-base": "Italiano",
    "it-duet": "Italiano Duetto",
    "pictures": later("Pictures"),
}


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of two words, front and back; or of two pictures (K2), each by its number.

    A deck of pictures has no language, "": they are called what they show in each reader's own, and a clue may be in
    any that the players share, in letters of any script (K6, C1).

    Raises ValueError with fewer than 50 words (K1), or where two are equal but for case and accents: so whatever is
    drawn, and whichever side is up, no two equal words lie on a table (K3).
    """

    name: str
    title: str
    language: str
    cards: tuple[tuple[str, str], ...]
    kind: Literal["words", "pictures"] = "words"

    def __post_init__(self) -> None:
        words = list(self)
        if len(words) < FEWEST:
            raise ValueError(f"{self.name}: {len(words)} words are too few")
        if len({fold(word) for word in words}) < len(words):
            raise ValueError(f"{self.name}: two words are equal")

    def __iter__(self) -> Iterator[str]:
        """Every word: the front and the back of each card, in order; a card may have one word on both sides."""
        return (word for card in self.cards for word in dict.fromkeys(card))


@cache
def load(name: str) -> Deck:
    """Return the deck of that name, as `en-base`; KeyError if there is none."""
    title = _TITLES[name]
    if name == "pictures":
        return Deck(name, title, "", tuple((str(front), str(back)) for front, back in CARDS), "pictures")
    language, _, part = name.partition("-")
    return Deck(name, title, language, tuple(read_cards((WORDS / language / f"{part}.txt").read_text("utf-8"))))


def read_cards(text: str) -> Iterator[tuple[str, str]]:
    """Yield the cards of a deck's text, `front / back` a line; `#` opens a comment line. ValueError for other lines."""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            continue
        card = _CARD.fullmatch(line)
        if card is None:
            raise ValueError(f"not a card: {line}")
        yield card["front"], card["back"]


DECKS: Final[Mapping[str, Deck]] = MappingProxyType({name: load(name) for name in _TITLES})
"""The decks that come with the site, by name; the default one of each kind comes first."""
