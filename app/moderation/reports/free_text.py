"""Cleaning of text typed into moderation forms: line breaks stay, invisible characters are removed."""

from typing import Final

from app.http.fields import strip_invisible
from app.i18n.languages import ngettext
from app.refusals import Refusal

MAX_LENGTH: Final = 1000  # characters


def clean_text(text: str, field: str) -> str:
    """Return a text as it is stored; raise Refusal for the form field `field` if it is too long."""
    text = strip_invisible(text.replace("\t", " "), keep="\n").strip()
    if len(text) > MAX_LENGTH:
        over = len(text) - MAX_LENGTH
        raise Refusal(
            ngettext("That is %(num)d character too long.", "That is %(num)d characters too long.", over), field
        )
    return text
