"""The cards nearest to each common word, by a sentence encoder, for what the association lists leave out.

`make_fallback` writes a file for each language, compressed by gzip: the cards' words, the known words, and CARDS_A_WORD
16-bit numbers for each of these, separated by NUL. A number is the index of a card times eight plus a strength, or 0.
"""

import gzip
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, Self

CARDS_A_WORD: Final = 24
WEAKEST: Final = 3
"""The least strength that is stored; the greatest is three more."""
_FOLDER: Final = Path(__file__).parent / "words"
_SEPARATOR: Final = b"\0"


class PackedWords:
    """Words kept as one run of bytes with the places where they begin: strings would take seven times as much."""

    __slots__ = ("_starts", "_text")

    def __init__(self, text: bytes = b"") -> None:
        """Keep the lines of a text."""
        lines = text.split(b"\n") if text else []
        self._text = text
        self._starts = array("I", accumulate((len(line) + 1 for line in lines), initial=0))

    def __len__(self) -> int:
        """How many words there are."""
        return len(self._starts) - 1

    def __getitem__(self, place: int) -> str:
        """Return the word at a place from 0."""
        return self._text[self._starts[place] : self._starts[place + 1] - 1].decode()


@dataclass(frozen=True, slots=True, eq=False)
class Fallback:
    """The nearest cards of many words, as an array: dicts would take tens of megabytes.

    `cards` and `words` are folded, `words` sorted; `rows` has CARDS_A_WORD entries for each word, as in the file.
    """

    cards: tuple[str, ...] = ()
    words: PackedWords = field(default_factory=PackedWords)
    rows: Sequence[int] = ()

    @classmethod
    def unpack(cls, content: bytes) -> Self:
        """Return the fallback that a file has, given its content after decompression."""
        cards, words, rows = content.split(_SEPARATOR, 2)
        return cls(tuple(cards.decode().split("\n")), PackedWords(words), array("H", rows))

    def __contains__(self, word: str) -> bool:
        """Whether the fallback knows a folded word."""
        return self._place(word) is not None

    def _place(self, word: str) -> int | None:
        place = bisect_left(self.words, word)
        return place if place < len(self.words) and self.words[place] == word else None

    def strengths(self, word: str) -> Mapping[str, int]:
        """Return the folded cards nearest to a folded word with their strengths; none for an unknown word."""
        place = self._place(word)
        if place is None:
            return {}
        row = self.rows[place * CARDS_A_WORD : (place + 1) * CARDS_A_WORD]
        return {self.cards[entry >> 3]: entry & 7 for entry in row if entry}

    def words_near(self, card: str) -> Iterator[tuple[str, int]]:
        """Yield the folded words that have a folded card among their nearest, each with its strength."""
        for entry in _by_card(self).get(card, ()):
            yield self.words[entry >> 3], entry & 7


@lru_cache(maxsize=4)
def _by_card(known: Fallback) -> Mapping[str, Sequence[int]]:
    """Return for each card the indexes of the words near to it, times eight, plus the strength."""
    found = {card: array("I") for card in known.cards}
    for place, entry in enumerate(known.rows):
        if entry:
            found[known.cards[entry >> 3]].append((place // CARDS_A_WORD << 3) + (entry & 7))
    return found


@cache
def load_fallback(language: str) -> Fallback:
    """Return the fallback of a language, read once in each process; an empty one if there is no file."""
    path = _path(language)
    return Fallback.unpack(gzip.decompress(path.read_bytes())) if path.exists() else Fallback()


def write(language: str, cards: Sequence[str], rows: Mapping[str, Sequence[tuple[int, int]]]) -> None:
    """Write or replace a language's file. `rows` has pairs of a card's index and a strength for each folded word."""
    packed = array("H")
    for word in sorted(rows):
        entries = sorted((card << 3) + strength for card, strength in rows[word])
        packed.extend(entries + [0] * (CARDS_A_WORD - len(entries)))
    parts = ("\n".join(cards).encode(), "\n".join(sorted(rows)).encode(), packed.tobytes())
    _path(language).write_bytes(gzip.compress(_SEPARATOR.join(parts), mtime=0))


def _path(language: str) -> Path:
    return _FOLDER / language / "fallback.gz"
