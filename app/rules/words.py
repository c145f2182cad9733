"""The word of a clue: its allowed characters (C1), and whether it is one word (C6)."""

import unicodedata
from typing import Final

from app.rules.errors import IllegalMove

LONGEST_WORD: Final = 40
_SIGNS: Final = frozenset("'’.- ")
_NEVER_AT_AN_END: Final = frozenset(".- ")
# Invisible letters and marks: with them a clue could look empty, or differ from a word that looks the same.
_UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_SELECTORS: Final = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))


def tidy(text: str) -> str:
    """Return text without outer white space and with single inner spaces."""
    return " ".join(text.split())


def check_word(word: str) -> None:
    """Raise IllegalMove `clue-empty`, `clue-too-long` or `clue-characters` unless a tidied word can be a clue (C1).

    Allowed are letters with their marks, decimal digits, apostrophes and inner full stops, up to 40 code points as
    typed. Inner spaces and hyphens pass here; the table decides whether it allows several words (C6).
    """
    if not word:
        raise IllegalMove("clue-empty")
    if len(word) > LONGEST_WORD:
        raise IllegalMove("clue-too-long")
    kinds = [_kind(character) for character in word]
    if "other" in kinds or not {"letter", "digit"} & set(kinds) or kinds[0] == "mark" or "  " in word:
        raise IllegalMove("clue-characters")
    if {word[0], word[-1]} & _NEVER_AT_AN_END:
        raise IllegalMove("clue-characters")


def is_several(word: str) -> bool:
    """Whether a clue is several words, that is, has a space or a hyphen (C6)."""
    return " " in word or "-" in word


def _kind(character: str) -> str:
    if character in _SIGNS:
        return "sign"
    if character in _UNSEEN or any(first <= character <= last for first, last in _SELECTORS):
        return "other"
    category = unicodedata.category(character)
    return {"L": "letter", "M": "mark"}.get(category[0], "digit" if category == "Nd" else "other")
