"""Labels and sentences on deck pages: notes on words, sharing, languages."""

from collections.abc import Sequence
from typing import Any, Final

from app.custom_decks.languages import LANGUAGES
from app.custom_decks.models import CustomDeck
from app.custom_decks.word_list import MAX_WORD_LENGTH
from app.i18n.languages import _, lazy_gettext, ngettext

SHARING_LABELS: Final = {
    "private": lazy_gettext("Private: only you can see and use it."),
    "link": lazy_gettext("By link: anyone with the link can see and use it."),
    "listed": lazy_gettext("Listed: everyone can see and use it."),
}


def note_text(note: Sequence[Any]) -> str:
    """Return a stored note (reason, number of words, examples) as a sentence."""
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
    """Return the sentence that says how many words were kept."""
    return ngettext("%(num)d word kept.", "%(num)d words kept.", count)


def language_name(code: str) -> str:
    """Return a language's name in that language, or its code if it is not known."""
    return str(LANGUAGES.get(code, code))


def byline(deck: CustomDeck) -> str:
    """Return "by" and the display name of the deck's owner."""
    return _("by %(name)s", name=deck.owner.display_name)


def _twice(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d duplicate (ignoring capitals and accents): %(words)s",
        "Dropped: %(num)d duplicates (ignoring capitals and accents): %(words)s",
        count,
        words=words,
    )


def _too_long(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d word longer than %(most)d characters: %(words)s",
        "Dropped: %(num)d words longer than %(most)d characters: %(words)s",
        count,
        most=MAX_WORD_LENGTH,
        words=words,
    )


def _unreadable(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d unreadable or damaged word: %(words)s",
        "Dropped: %(num)d unreadable or damaged words: %(words)s",
        count,
        words=words,
    )


def _three_sided(count: int, words: str) -> str:
    return ngettext(
        "Dropped: %(num)d line with more than two sides for one card: %(words)s",
        "Dropped: %(num)d lines with more than two sides for one card: %(words)s",
        count,
        words=words,
    )


def _cleaned(count: int, words: str) -> str:
    return ngettext(
        "%(num)d word kept without its invisible characters: %(words)s",
        "%(num)d words kept without their invisible characters: %(words)s",
        count,
        words=words,
    )


def _alike(count: int, words: str) -> str:
    return ngettext(
        "Kept, but these seem to be forms of the same word, so a clue for one gives away the other: %(words)s",
        "Kept, but there are %(num)d groups of words that seem to be forms of the same word, "
        "so a clue for one gives away the others in its group: %(words)s",
        count,
        words=words,
    )
