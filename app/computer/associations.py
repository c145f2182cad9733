"""The association lists: which clue words go with which cards, and how strongly.

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
    """Return the entries of each line of a list, by the word before the colon.

    Raises ValueError for a line without a colon, or whose first word another line has already.
    """
    found: dict[str, tuple[Entry, ...]] = {}
    for line in (FOLDER / language / f"{name}.txt").read_text("utf-8").splitlines():
        head, colon, rest = line.partition(":")
        if not colon or head in found:
            raise ValueError(f"{language}/{name}.txt: {line}")
        found[head] = tuple(Entry(word.rstrip("+?"), _GRADES.get(word[-1], PLAIN)) for word in rest.split())
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Associations:
    """What a language's two lists say, with the fallback for cards and clues that they leave out.

    `clues` are the clues as spelled, `places` their indexes there by folded clue. `cards` has the entries of each
    folded card: a clue's index times eight, plus its grade.
    """

    language: str
    clues: tuple[str, ...]
    places: Mapping[str, int]
    cards: Mapping[str, Sequence[int]]
    fallback: Fallback

    @classmethod
    def of(cls, language: str) -> Self:
        """Return a language's lists and fallback from its files; of two grades for a link the stronger counts."""
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
        """Yield the clues, as spelled, that the lists have for a folded card, each with its grade.

        For a card without a line, those near it in the fallback, as plain ones: only words that the lists have, too.
        """
        if card in self.cards:
            yield from ((self.clues[entry >> 3], entry & 7) for entry in self.cards[card])
            return
        for word, strength in self.fallback.words_near(card):
            if strength >= PLAIN and word in self.places:
                yield self.clues[self.places[word]], PLAIN

    def grade(self, clue: str, card: str) -> int:
        """Return the grade that the lists give a folded clue for a folded card, 0 if they do not link the two."""
        place = self.places.get(clue)
        return 0 if place is None else next((each & 7 for each in self.cards.get(card, ()) if each >> 3 == place), 0)

    def known_form(self, clue: str) -> str:
        """Return a clue folded or, if only another word with its stem is in the lists, that word folded."""
        word = fold(clue)
        if word in self.places:
            return word
        by_stem = _by_stem(self)
        return next((by_stem[stem] for stem in sorted(stems(word, self.language)) if stem in by_stem), word)


def strength_of(grade: int) -> int:
    """Return how strongly a link of this grade points at its card: a danger as strongly as a plain one."""
    return PLAIN if grade == DANGER else grade


@cache
def load(language: str) -> Associations:
    """Return the associations of a language, read from its files once in each process."""
    return Associations.of(language)


@lru_cache(maxsize=len(LANGUAGES))
def _by_stem(known: Associations) -> dict[str, str]:
    """Return for each stem the first folded clue of the lists that has it."""
    return {stem: word for word in reversed([*known.places]) for stem in stems(word, known.language)}


def _packed(known: Mapping[str, int], places: Mapping[str, int]) -> list[int]:
    return sorted((places[clue] << 3) + grade for clue, grade in known.items())


def _links(language: str) -> Iterator[tuple[str, str, int]]:
    """Yield all links of a language as clue, card and grade, those of `clues.txt` first, whose spelling is kept."""
    for clue, cards in read_lines(language, "clues").items():
        yield from ((clue, card, grade) for card, grade in cards)
    for card, clues in read_lines(language, "cards").items():
        yield from ((clue, card, grade) for clue, grade in clues)
