"""Cleaning of text typed into moderation forms: line breaks stay, invisible characters are removed."""

import unicodedata
from typing import Final

from app.languages import ngettext
from app.refusals import Refusal

LONGEST: Final = 1000  # characters
KEPT: Final = "\n\u200c\u200d"  # line breaks, and the joiners that some scripts and emoji need
UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}


def clean(text: str, field: str) -> str:
    """Return the text as stored; raise Refusal if it is too long."""
    text = "".join(sign for sign in text.replace("\t", " ") if sign in KEPT or unicodedata.category(sign) not in UNSEEN)
    text = text.strip()
    if len(text) > LONGEST:
        over = len(text) - LONGEST
        raise Refusal(
            ngettext("That is %(num)d character too long.", "That is %(num)d characters too long.", over), field
        )
    return text
