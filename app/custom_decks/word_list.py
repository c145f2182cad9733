"""From typed or uploaded text to the words of a deck, with notes on what was dropped and why (K1, K5)."""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import category, normalize

from app.decks.deck import MIN_WORDS
from app.decks.stems import stems
from app.http.fields import INVISIBLE_LETTERS, JOINERS, strip_invisible
from app.rules.clues import fold

MAX_WORDS: Final = 2000  # words in a deck (K5)
MAX_WORD_LENGTH: Final = 40  # characters in a word
MAX_LINE_LENGTH: Final = (
    10 * MAX_WORD_LENGTH
)  # characters in a line; longer ones are skipped: many accents are slow to sort
MAX_EXAMPLES: Final = 8  # example words in a note
REASONS: Final = ("twice", "too-long", "unreadable", "three-sided", "cleaned", "alike")
"""The kinds of notes: reasons why words were dropped; `cleaned` and `alike` are about words that were kept."""

_SIDES: Final = re.compile(r"(?<=\s)/(?=\s)")
_REPLACEMENT_CHARACTER: Final = "\ufffd"  # replacement character for one that was lost
_TOO_MANY_MARKS: Final = "MMMM"  # more combining marks on one letter than any language uses


class NotUtf8(ValueError):
    """The file is neither UTF-8 nor UTF-16 with a byte order mark."""


@dataclass
class CheckedWords:
    """The accepted words, one or two (both sides of a card) per line, and the words that notes are about, by reason."""

    lines: list[list[str]] = field(default_factory=list)
    found: dict[str, list[str]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of accepted words."""
        return sum(map(len, self.lines))

    @property
    def notes(self) -> list[list[Any]]:
        """The notes as they are stored: reason, number of words, some example words."""
        return [[reason, len(words), words[:MAX_EXAMPLES]] for reason in REASONS if (words := self.found.get(reason))]

    def note(self, reason: str, word: str) -> None:
        """Record a word under a reason, shortened if it is long. Groups of similar words may be three times as long."""
        most = MAX_WORD_LENGTH if reason != "alike" else 3 * MAX_WORD_LENGTH
        short = word if len(word) <= most else word[: most - 1] + "…"
        self.found.setdefault(reason, []).append(short or "…")


def decode_file(data: bytes) -> str:
    """Return the text of a file; raise NotUtf8."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise NotUtf8 from None


def check_words(text: str, language: str) -> CheckedWords:
    """Check the words of a text: one per line, or two separated by ` / `. Lines starting with `#` are comments."""
    checked, seen = CheckedWords(), set[str]()
    for line in text.removeprefix("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            _add_line(line, checked, seen)
    if MIN_WORDS <= checked.size <= MAX_WORDS:
        for words in _same_stem_groups(checked.lines, language):
            checked.note("alike", " = ".join(words))
    return checked


def make_cards(lines: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Return a deck's lines as cards: lines of two as they are, single words in pairs, a last odd one on both sides.

    Games refer to cards by index, so the same lines must always give the same cards.
    """
    whole = [(line[0], line[1]) for line in lines if len(line) > 1]
    single = [line[0] for line in lines if len(line) == 1]
    backs = [*single[1::2], *single[-1:]]  # the last one serves where their number is odd
    return (*whole, *zip(single[::2], backs, strict=False))


def clean_word(word: str) -> str:
    """Return a word in NFC with single spaces and without invisible characters."""
    seen = strip_invisible(" ".join(word.split()))
    return " ".join(normalize("NFC", seen).split()).strip(JOINERS)


def is_readable(word: str) -> bool:
    """Whether a cleaned word has something visible in it and no lost character."""
    kinds = "".join(category(sign)[0] for sign in word)
    shown = any(kind in "LNS" and sign not in INVISIBLE_LETTERS for kind, sign in zip(kinds, word, strict=True))
    return shown and _REPLACEMENT_CHARACTER not in word and _TOO_MANY_MARKS not in kinds


def _add_line(line: str, checked: CheckedWords, seen: set[str]) -> None:
    """Add the accepted words of a line."""
    if len(line) > MAX_LINE_LENGTH:
        checked.note("too-long", line.strip())
        return
    sides = _SIDES.split(line.strip())
    if len(sides) > 2:
        checked.note("three-sided", line.strip())
        return
    good = []
    for side in sides:
        word = clean_word(side)
        if reason := _reason_to_drop(word, seen):
            checked.note(reason, word)
            continue
        if word != " ".join(normalize("NFC", side).split()):
            checked.note("cleaned", word)
        seen.add(_comparison_key(word))
        good.append(word)
    if good:
        checked.lines.append(good)


def _reason_to_drop(word: str, seen: set[str]) -> str:
    """Return the reason for which a word is dropped, or ""."""
    faults: Mapping[str, bool] = {
        "unreadable": not (is_readable(word) and _comparison_key(word)),
        "too-long": len(word) > MAX_WORD_LENGTH,
        "twice": _comparison_key(word) in seen,
    }
    return next((reason for reason, is_so in faults.items() if is_so), "")


def _comparison_key(word: str) -> str:
    """Return the key by which words are compared: folded and without invisible characters."""
    return fold("".join(sign for sign in word if sign not in INVISIBLE_LETTERS.union(JOINERS)))


def _same_stem_groups(lines: Iterable[Sequence[str]], language: str) -> Iterator[list[str]]:
    """Yield groups of words with the same stem, usually forms of one word; a clue may give both away (C2)."""
    families: dict[frozenset[str], list[str]] = {}
    for line in lines:
        for word in line:
            if " " not in word and (stem := stems(word, language)):
                families.setdefault(stem, []).append(word)
    return (words for words in families.values() if len(words) > 1)
