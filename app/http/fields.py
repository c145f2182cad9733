"""Parsing and cleaning the values that forms and URLs send."""

from typing import Final
from unicodedata import category

BIGINT_DIGITS: Final = 18  # any number with so many digits fits into a bigint
INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})  # control (also of direction), unassigned, …
INVISIBLE_LETTERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # and symbols
JOINERS: Final = "\u200c\u200d"  # invisible, but some scripts and emoji need them


def parse_int(text: str, digits: int = BIGINT_DIGITS) -> int | None:
    """Return the integer for a text of 1 to `digits` ASCII digits, or None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def strip_invisible(text: str, keep: str = "") -> str:
    """Return a text without invisible characters (control, format, …), except joiners and those in `keep`."""
    return "".join(sign for sign in text if sign in JOINERS + keep or category(sign) not in INVISIBLE_CATEGORIES)
