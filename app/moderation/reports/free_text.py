"""Cleaning of text typed into moderation forms: line breaks stay, invisible characters are removed."""

import unicodedata
from typing import Final

from app.i18n.languages import ngettext
from app.refusals import Refusal

MAX_LENGTH: Final = 1000  # characters
ALLOWED_INVISIBLE: Final = "\n\u200c\u200d"  # line breaks, and the joiners that some scripts and emoji need
INVISIBLE_CATEGORIES: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}


def clean_text(text: str, field: str) -> str:
    """Return the text as stored; raise Refusal if it is too long."""
    text = "".join(
        sign
        for sign in text.replace("\t", " ")
        if sign in ALLOWED_INVISIBLE or unicodedata.category(sign) not in INVISIBLE_CATEGORIES
    )
    text = text.strip()
    if len(text) > MAX_LENGTH:
        over = len(text) - MAX_LENGTH
        raise Refusal(
            ngettext("That is %(num)d character too long.", "That is %(num)d characters too long.", over), field
        )
    return text
