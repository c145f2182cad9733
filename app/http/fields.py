"""Parsing of what forms and URLs send."""

from typing import Final

BIGINT_DIGITS: Final = 18  # any number with so many digits fits into a bigint


def parse_int(text: str, digits: int = BIGINT_DIGITS) -> int | None:
    """Return a text of at most so many ASCII digits as an integer, None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
