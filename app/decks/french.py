"""Finding the forms of a French word, when a deck is made.

A certain form is refused to players (C2). Plurals, feminines and tenses come from the table and the spelling. No rule
distinguishes *glacer*, which comes from *glace*, from *livrer*, which does not come from *livre*. So derivations are
certain only if noted by hand, and advice otherwise.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from app.decks.by_hand import Note
from app.decks.stems import stems
from app.decks.tables import beginning, ending, frequency, inflected, lemmas, vocabulary
from app.rules.clues import Forms, fold

_IRREGULAR: Final = ("s", "x", "z", "al")  # plural the same as the singular, or in the table
_PLURAL_IN_X: Final = ("au", "eu")
_ENDING: Final = re.compile(
    "er|i?ers?|i?ères?|age|eurs?|euses?|rices?|eries?|ettes?|ements?|istes?|eux|aires?|al|iques?"
)
_PREFIX: Final = re.compile("anti|auto|co|contre|dés?|e[mn]|entre|in|mal|mini|pré|r[eé]?|sur|sous|super|télé|trans")
_SHORTEST_BASE: Final = 3


def family(word: str, note: Note | None = None) -> Forms:
    """Return everything known about a word, folded or not: its certain forms (C2), stems, and noted parts (C3).

    Hand-written notes are added; words they name as unrelated are left out.
    """
    note = note or Note()
    own, written, strangers = fold(word), _written(word), _folded(note.strangers)
    forms = _folded(inflections(written).union(note.forms, *map(inflections, note.forms))) - strangers - {own}
    relatives = _folded(_relatives(written).union(note.relatives, *map(_prefixed, note.forms))) - strangers - forms
    related = " ".join([own, lemmas("fr").get(written, own), *sorted(relatives)])
    return Forms(own, forms, stems(related, "fr"), _folded(note.parts) - strangers - forms)


def inflections(word: str) -> set[str]:
    """Return the plural, feminine and tenses in use of a word written with accents."""
    listed = inflected("fr").get(word, frozenset())
    is_verb = any(form.endswith("ait") for form in listed)
    regular = _participles(word) if is_verb else _plural(word)
    return {form for form in listed | regular if frequency(form, "fr")}


def _participles(verb: str) -> set[str]:
    """Return the participles of a verb in *-er*, which the table often lists as separate words: *glacé*."""
    return {f"{verb[:-2]}{ending}" for ending in ("é", "ée", "és", "ées")} if verb.endswith("er") else set()


def _plural(word: str) -> set[str]:
    """Return the regular plural, unless the table knows it as a form of another word: *fois* for *foi*.

    A plural that the table knows as a tense, such as *tentes* from *tenter*, is allowed.
    """
    if word.endswith(_IRREGULAR):
        return set()
    plural = f"{word}x" if word.endswith(_PLURAL_IN_X) else f"{word}s"
    expected = {word, lemmas("fr").get(word), f"{word.removesuffix('e')}er"}
    return {plural} if lemmas("fr").get(plural, word) in expected else set()


def _relatives(word: str) -> set[str]:
    """Return words with a usual ending, by spelling alone: *pommier*, but also *papier* for *pape*."""
    bases = {word, word.removesuffix("e"), word + word[-1]}
    return {
        form
        for base in bases
        if len(base) >= _SHORTEST_BASE
        for form in beginning(base, "fr")
        if _ENDING.fullmatch(form[len(base) :]) and form in lemmas("fr")
    }


def _prefixed(word: str) -> set[str]:
    """Return words with a usual prefix: *enchanter* for *chanter*."""
    return {form for form in ending(word, "fr") if _PREFIX.fullmatch(form.removesuffix(word)) and form in lemmas("fr")}


def _written(word: str) -> str:
    """Return the word with its accents; if it has none, its most frequent spelling."""
    spellings = _spellings().get(fold(word), {word})
    return word if word != fold(word) else max(spellings, key=lambda spelling: frequency(spelling, "fr"))


@cache
def _spellings() -> Mapping[str, set[str]]:
    """Return the spellings in the tables that differ only in accents, by folded word."""
    alike: dict[str, set[str]] = defaultdict(set)
    for word in vocabulary("fr").union(lemmas("fr"), lemmas("fr").values()):
        alike[fold(word)].add(word)
    return alike


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, words))
