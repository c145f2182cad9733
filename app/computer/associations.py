"""The association lists: which words make one think of which cards, and how strongly.

`words/<language>/cards.txt` has a line for each card, `card: association …`, and `clues.txt` one for each clue, `clue:
card …`. A mark behind an entry grades it: `+` is strong, none plain, and `?` a danger, that is, a link that a guesser
may follow though nobody would give the clue for this card.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, Self

from app.computer.cards import LANGUAGES
from app.computer.fallback import Fallback, load_fallback
from app.decks.stems import stems
from app.rules.clues import fold

FOLDER: Final = Path(__file__).parent / "words"
STRONG: Final = 7
PLAIN: Final = 5
DANGER: Final = 4
_GRADES: Final = {"+": STRONG, "?": DANGER}


class Entry(NamedTuple):
    """One entry of a line: a clue in `cards.txt`, a card in `clues.txt`."""

    word: str
    grade: int


def read_lines(language: str, name: Literal["cards", "clues"]) -> dict[str, tuple[Entry, ...]]:
    """Return the lines of a list by their heads. ValueError for a head that stands twice or a line without a colon."""
    found: dict[str, tuple[Entry, ...]] = {}
    for line in (FOLDER / language / f"{name}.txt").read_text("utf-8").splitlines():
        head, colon, rest = line.partition(":")
        if not colon or head in found:
            raise ValueError(f"{language}/{name}.txt: {line}")
        found[head] = tuple(Entry(word.rstrip("+?"), _GRADES.get(word[-1], PLAIN)) for word in rest.split())
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Associations:
    """What a language's lists say, by card: each number is a clue's place in `clues` times eight plus its grade."""

    language: str
    clues: tuple[str, ...]
    places: Mapping[str, int]
    cards: Mapping[str, Sequence[int]]
    fallback: Fallback

    @classmethod
    def of(cls, language: str) -> Self:
        """Return the associations of a language's two lists, the stronger grade where they differ."""
        grades: dict[str, dict[str, int]] = {}
        spelled: dict[str, str] = {}
        folded_once = cache(fold)
        for clue, card, grade in _links(language):
            folded = folded_once(clue)
            spelled.setdefault(folded, clue)
            known = grades.setdefault(folded_once(card), {})
            known[folded] = max(grade, known.get(folded, 0))
        places = {folded: place for place, folded in enumerate(spelled)}
        cards = {card: array("I", _packed(known, places)) for card, known in grades.items()}
        return cls(language, tuple(spelled.values()), places, cards, load_fallback(language))

    def suggestions(self, card: str) -> Iterator[tuple[str, int]]:
        """Yield the listed clues for a folded card, each with its grade; for a card without a line, the nearest ones.

        All of them are words of the lists, which people have read.
        """
        if card in self.cards:
            yield from ((self.clues[entry >> 3], entry & 7) for entry in self.cards[card])
            return
        for word, strength in self.fallback.words_near(card):
            if strength >= PLAIN and word in self.places:
                yield self.clues[self.places[word]], PLAIN

    def grade(self, clue: str, card: str) -> int:
        """Return what the lists say about a folded clue and a folded card, 0 for nothing."""
        place = self.places.get(clue)
        return 0 if place is None else next((each & 7 for each in self.cards.get(card, ()) if each >> 3 == place), 0)

    def known_form(self, clue: str) -> str:
        """Return a clue folded, or a word of the lists that has its stem if the lists do not know the clue itself."""
        word = fold(clue)
        if word in self.places:
            return word
        by_stem = _by_stem(self)
        return next((by_stem[stem] for stem in sorted(stems(word, self.language)) if stem in by_stem), word)


def strength_of(grade: int) -> int:
    """Return the strength of a graded link: a danger is as strong as a plain one."""
    return PLAIN if grade == DANGER else grade


@cache
def load(language: str) -> Associations:
    """Return the associations of a language."""
    return Associations.of(language)


@lru_cache(maxsize=len(LANGUAGES))
def _by_stem(known: Associations) -> dict[str, str]:
    """Return a folded clue for each stem: the first one that has it."""
    return {stem: word for word in reversed([*known.places]) for stem in stems(word, known.language)}


def _packed(known: Mapping[str, int], places: Mapping[str, int]) -> list[int]:
    return sorted((places[clue] << 3) + grade for clue, grade in known.items())


def _links(language: str) -> Iterator[tuple[str, str, int]]:
    """Yield all links of a language: clue, card and grade. The clue lines come first, whose spelling counts."""
    for clue, cards in read_lines(language, "clues").items():
        yield from ((clue, card, grade) for card, grade in cards)
    for card, clues in read_lines(language, "cards").items():
        yield from ((clue, card, grade) for clue, grade in clues)
