"""Labels and sentences on deck pages: notes on dropped words, sharing, languages."""

from collections.abc import Sequence
from typing import Any, Final

from app.custom_decks.languages import LANGUAGES
from app.custom_decks.models import CustomDeck
from app.custom_decks.word_list import MAX_WORD_LENGTH
from app.i18n.languages import _, lazy_gettext, ngettext

SHARING_LABELS: Final = {
    "private": lazy_gettext("Private: only you can see and play it."),
    "link": lazy_gettext("By link: who has its address can see and play it."),
    "listed": lazy_gettext("Listed: everybody can see and play it."),
}


def note_text(note: Sequence[Any]) -> str:
    """Return a stored note as a sentence."""
    reason, count, words = note
    examples = ", ".join(words) + (", …" if count > len(words) else "")
    return {
        "twice": _twice,
        "too-long": _too_long,
        "unreadable": _unreadable,
        "three-sided": _three_sided,
        "cleaned": _cleaned,
        "alike": _alike,
    }[reason](count, examples)


def words_kept_text(count: int) -> str:
    """Return the sentence with a deck's number of words."""
    return ngettext("%(num)d word kept.", "%(num)d words kept.", count)


def language_name(code: str) -> str:
    """Return a language's own name."""
    return str(LANGUAGES.get(code, code))


def byline(deck: CustomDeck) -> str:
    """Return the line that names a deck's owner."""
    return _("by %(name)s", name=deck.owner.display_name)


def _twice(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d word that was there already, but for capitals and accents: %(words)s",
        "Dropped: %(num)d words that were there already, but for capitals and accents: %(words)s",
        count,
        words=words,
    )


def _too_long(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d word of more than %(most)d characters: %(words)s",
        "Dropped: %(num)d words of more than %(most)d characters: %(words)s",
        count,
        most=MAX_WORD_LENGTH,
        words=words,
    )


def _unreadable(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d word in which nothing can be read, or a letter was lost: %(words)s",
        "Dropped: %(num)d words in which nothing can be read, or a letter was lost: %(words)s",
        count,
        words=words,
    )


def _three_sided(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d line with more than the two sides of a card: %(words)s",
        "Dropped: %(num)d lines with more than the two sides of a card: %(words)s",
        count,
        words=words,
    )


def _cleaned(count: int, words: str) -> str:
    return ngettext(
        "Kept, without control characters and other signs that cannot be seen: %(num)d word: %(words)s",
        "Kept, without control characters and other signs that cannot be seen: %(num)d words: %(words)s",
        count,
        words=words,
    )


def _alike(count: int, words: str) -> str:
    return ngettext(
        "Kept, but they seem to be forms of one, so that a clue for one tells of the other: %(words)s",
        "Kept, but %(num)d times they seem to be forms of one, so that a clue for one tells of the other: %(words)s",
        count,
        words=words,
    )
