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
    """The bytes are neither UTF-8 nor UTF-16 with a byte order mark."""


@dataclass
class CheckedWords:
    """The accepted words, as lines of one or two (both sides of a card), and by reason the words of the notes."""

    lines: list[list[str]] = field(default_factory=list)
    found: dict[str, list[str]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The number of accepted words."""
        return sum(map(len, self.lines))

    @property
    def notes(self) -> list[list[Any]]:
        """The notes as they are stored: lists of reason, number of words, and up to MAX_EXAMPLES words."""
        return [[reason, len(words), words[:MAX_EXAMPLES]] for reason in REASONS if (words := self.found.get(reason))]

    def note(self, reason: str, word: str) -> None:
        """Add a word to the note with this reason, cut if it is too long.

        A group of similar words may be three times as long as a word.
        """
        most = MAX_WORD_LENGTH if reason != "alike" else 3 * MAX_WORD_LENGTH
        short = word if len(word) <= most else word[: most - 1] + "…"
        self.found.setdefault(reason, []).append(short or "…")


def decode_file(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with a byte order mark; raise NotUtf8 for any other."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise NotUtf8 from None


def check_words(text: str, language: str) -> CheckedWords:
    """Return the words of a text that a deck can have, with notes on those dropped, cleaned, or much alike.

    There is one word per line, or two separated by ` / `. Empty lines and those starting with `#` are skipped. The
    number of words is not checked here, but by `service.require_deck_size`.
    """
    checked, seen = CheckedWords(), set[str]()
    for line in text.removeprefix("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            _add_line(line, checked, seen)
    if MIN_WORDS <= checked.size <= MAX_WORDS:
        for words in _same_stem_groups(checked.lines, language):
            checked.note("alike", " = ".join(words))
    return checked


def make_cards(lines: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Return a deck's lines as cards with two sides.

    Lines of two words are a card each; single words are paired in order, and a last odd one is on both sides. Games
    refer to cards by index, so the same lines must always give the same cards.
    """
    whole = [(line[0], line[1]) for line in lines if len(line) > 1]
    single = [line[0] for line in lines if len(line) == 1]
    backs = [*single[1::2], *single[-1:]]  # the last one serves where their number is odd
    return (*whole, *zip(single[::2], backs, strict=False))


def clean_word(word: str) -> str:
    """Return a word in NFC with single spaces and without invisible characters; the result may be empty."""
    seen = strip_invisible(" ".join(word.split()))
    return " ".join(normalize("NFC", seen).split()).strip(JOINERS)


def is_readable(word: str) -> bool:
    """Return whether a cleaned word has a visible character, no lost one, and no letter with too many marks."""
    kinds = "".join(category(sign)[0] for sign in word)
    shown = any(kind in "LNS" and sign not in INVISIBLE_LETTERS for kind, sign in zip(kinds, word, strict=True))
    return shown and _REPLACEMENT_CHARACTER not in word and _TOO_MANY_MARKS not in kinds


def _add_line(line: str, checked: CheckedWords, seen: set[str]) -> None:
    """Add the words of a line to `checked`, or note why they are dropped; add their keys to `seen`."""
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
    """Return the reason (one of REASONS) for which a word is dropped, or "" if it is accepted."""
    faults: Mapping[str, bool] = {
        "unreadable": not (is_readable(word) and _comparison_key(word)),
        "too-long": len(word) > MAX_WORD_LENGTH,
        "twice": _comparison_key(word) in seen,
    }
    return next((reason for reason, is_so in faults.items() if is_so), "")


def _comparison_key(word: str) -> str:
    """Return the key by which words count as equal: folded and without invisible characters."""
    return fold("".join(sign for sign in word if sign not in INVISIBLE_LETTERS.union(JOINERS)))


def _same_stem_groups(lines: Iterable[Sequence[str]], language: str) -> Iterator[list[str]]:
    """Yield groups of words with the same stem: usually forms of one word, so that a clue may give away all (C2)."""
    families: dict[frozenset[str], list[str]] = {}
    for line in lines:
        for word in line:
            if " " not in word and (stem := stems(word, language)):
                families.setdefault(stem, []).append(word)
    return (words for words in families.values() if len(words) > 1)
