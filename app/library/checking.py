"""From what somebody typed or uploaded to the words of a deck, and what was dropped on the way, and why (K1, K5)."""

import codecs
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import category, normalize

from app.decks.deck import FEWEST
from app.decks.stems import stems
from app.rules.clues import fold

MOST: Final = 2000  # words of a deck (K5)
LONGEST: Final = 40  # characters of a word
FAR_TOO_LONG: Final = 10 * LONGEST  # of a line: not even looked at, because sorting a heap of accents takes long
EXAMPLES: Final = 8  # words that a note names, of many
REASONS: Final = ("twice", "too-long", "unreadable", "three-sided", "cleaned", "alike")
"""What a note can be about: why words were dropped; that unseen signs were taken out of some, or that two are alike."""

_SIDES: Final = re.compile(r"(?<=\s)/(?=\s)")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # controls, marks of direction, and what is no character
_JOINERS: Final = frozenset("\u200c\u200d")  # they join and part letters in Persian, and make one emoji of several
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols that cannot be seen
_LOST: Final = "\ufffd"  # what stands for a character that was lost on the way
_PILE: Final = "MMMM"  # marks on one letter, more than any language has


class NotUtf8(ValueError):
    """A file is not in UTF-8, nor in UTF-16 with a mark that says so."""


@dataclass
class Checked:
    """The words that are good, a line each or two for both sides of a card; and those that are not, by their reason."""

    lines: list[list[str]] = field(default_factory=list)
    found: dict[str, list[str]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many words are good."""
        return sum(map(len, self.lines))

    @property
    def notes(self) -> list[list[Any]]:
        """What is to be told, as it is stored: a reason, a number of words, and some of them."""
        return [[reason, len(words), words[:EXAMPLES]] for reason in REASONS if (words := self.found.get(reason))]

    def note(self, reason: str, word: str) -> None:
        """Remember what became of a word, cut short where it is long; of words that are alike, both are to be seen."""
        most = LONGEST if reason != "alike" else 3 * LONGEST
        short = word if len(word) <= most else word[: most - 1] + "…"
        self.found.setdefault(reason, []).append(short or "…")


def decode(data: bytes) -> str:
    """Return the text of a file; raise NotUtf8."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise NotUtf8 from None


def check(text: str, language: str) -> Checked:
    """Sort out the words of a text, one a line or two with ` / ` between; `#` opens a comment line."""
    checked, seen = Checked(), set[str]()
    for line in text.removeprefix("\ufeff").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            _take(line, checked, seen)
    if FEWEST <= checked.size <= MOST:
        for words in _alike(checked.lines, language):
            checked.note("alike", " = ".join(words))
    return checked


def cards(lines: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """Make cards of a deck's lines: of two words as they are; single ones in pairs, a last one on both sides.

    Games know cards by their place: for the lines of some version this must return the same cards for ever.
    """
    whole = [(line[0], line[1]) for line in lines if len(line) > 1]
    single = [line[0] for line in lines if len(line) == 1]
    backs = [*single[1::2], *single[-1:]]  # the last one serves where their number is odd
    return (*whole, *zip(single[::2], backs, strict=False))


def tidy(word: str) -> str:
    """Return a word with single spaces and without signs that are not seen, NFC."""
    seen = (sign for sign in word if sign in _JOINERS or sign.isspace() or category(sign) not in _UNSEEN)
    return " ".join(normalize("NFC", "".join(seen)).split()).strip("".join(_JOINERS))


def is_readable(word: str) -> bool:
    """Whether a tidied word shows something, and nothing was lost of it."""
    kinds = "".join(category(sign)[0] for sign in word)
    shown = any(kind in "LNS" and sign not in _BLANKS for kind, sign in zip(kinds, word, strict=True))
    return shown and _LOST not in word and _PILE not in kinds


def _take(line: str, checked: Checked, seen: set[str]) -> None:
    """Add what is good of a line."""
    if len(line) > FAR_TOO_LONG:
        checked.note("too-long", line.strip())
        return
    sides = _SIDES.split(line.strip())
    if len(sides) > 2:
        checked.note("three-sided", line.strip())
        return
    good = []
    for side in sides:
        word = tidy(side)
        if reason := _fault(word, seen):
            checked.note(reason, word)
            continue
        if word != " ".join(normalize("NFC", side).split()):
            checked.note("cleaned", word)
        seen.add(_bare(word))
        good.append(word)
    if good:
        checked.lines.append(good)


def _fault(word: str, seen: set[str]) -> str:
    """Return why a word cannot be taken, or ""."""
    faults: Mapping[str, bool] = {
        "unreadable": not (is_readable(word) and _bare(word)),
        "too-long": len(word) > LONGEST,
        "twice": _bare(word) in seen,
    }
    return next((reason for reason, is_so in faults.items() if is_so), "")


def _bare(word: str) -> str:
    """A word as it is told from others: folded, without signs that are not seen."""
    return fold("".join(sign for sign in word if sign not in _JOINERS | _BLANKS))


def _alike(lines: Iterable[Sequence[str]], language: str) -> Iterator[list[str]]:
    """Yield words of one stem: mostly forms of one word, so that a clue for one tells of the other (C2)."""
    families: dict[frozenset[str], list[str]] = {}
    for line in lines:
        for word in line:
            if " " not in word and (stem := stems(word, language)):
                families.setdefault(stem, []).append(word)
    return (words for words in families.values() if len(words) > 1)
