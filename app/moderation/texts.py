"""What people type into the forms of this part: lines stay, signs that cannot be seen go."""

import unicodedata
from typing import Final

from app.languages import ngettext
from app.refusals import Refusal

LONGEST: Final = 1000  # characters
KEPT: Final = "\n\u200c\u200d"  # ends of lines, and what scripts and emoji need
UNSEEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}


def clean(text: str, field: str) -> str:
    """Return a text as it is kept; raise Refusal for one that is too long."""
    text = "".join(sign for sign in text.replace("\t", " ") if sign in KEPT or unicodedata.category(sign) not in UNSEEN)
    text = text.strip()
    if len(text) > LONGEST:
        over = len(text) - LONGEST
        raise Refusal(
            ngettext("That is %(num)d character too long.", "That is %(num)d characters too long.", over), field
        )
    return text
