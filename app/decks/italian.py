"""Finding the forms and compounds of an Italian word, when a deck is made.

A certain form is refused to players (C2). Inflections come from a table or are regular. Derivations are certain only if
noted by hand: no rule distinguishes *gattino*, a small cat, from *tacchino*, which is not a small heel (*tacco*).
"""

import re
from collections.abc import Iterable
from typing import Final

from app.decks.by_hand import Note
from app.decks.stems import stems
from app.decks.tables import beginning, ending, frequency, inflected, lemmas
from app.rules.clues import Forms, fold

_PLURALS: Final = {
    "cia": ("ce", "cie"), "gia": ("ge", "gie"), "co": ("chi",), "go": ("ghi",), "ca": ("che",), "ga": ("ghe",),
    "io": ("i",), "o": ("i",), "a": ("e",), "e": ("i",),
}  # fmt: skip
_SUFFIX: Final = re.compile(
    r"h?i?(((ic|er|ol)?(ell|ett|in|on|ott|ucci|uzz|acci|azz|astr)|ari|ai|ar|al|ic|os|esc|an|at|iv|ier|atur|ator)[oaie]"
    r"|i|are|ire|arsi|ista|eria|iere|iera|ile|ame|aggio|eggiare|izzare|ismo|ità|mente|mento|atore|trice|essa|evole|ume)"
)
_PREFIXES: Final = frozenset({"con", "per", "pro"})  # words, but not parts of compounds
_SHORTEST_BASE: Final = 4
_SHORTEST_PART: Final = 3
_LONG_PART: Final = 4
_COMMON: Final = 4.0  # Zipf scale, for a part of a compound: once in 100,000 words
_IN_USE: Final = 2.0  # for the compound: once in ten million


def family(word: str, note: Note | None = None) -> Forms:
    """Return everything known about a folded word: its certain forms (C2), stems, parts and compounds (C3).

    Hand-written notes are added; words they name as unrelated are left out.
    """
    note = note or Note()
    forms = _folded(inflections(word).union(note.forms, *map(inflections, note.forms))) - note.strangers - {word}
    parts = (_folded(_compounds(word) | _halves(word)) | note.parts) - note.strangers - forms
    likely = _stems({lemmas("it").get(word, word)} | _derivations(word)) - _stems(note.strangers)
    return Forms(word, forms, _stems({word} | note.relatives) | likely, parts)


def inflections(word: str) -> set[str]:
    """Return the plural, feminine and tenses of a word: those of the table and regular ones that are in use.

    Of a verb's tenses, only those not shorter than it: *velo*, a form of *velare*, is a word of its own too.
    """
    listed = {form for form in inflected("it").get(word, ()) if form[0] == word[0]}
    is_verb = word.endswith(("are", "ere", "ire")) and not listed.isdisjoint({f"{word[:-3]}ando", f"{word[:-3]}endo"})
    forms = {form for form in listed if len(form) >= len(word)} if is_verb else listed | _plurals(word)
    return {form for form in forms if frequency(form, "it")}


def _plurals(word: str) -> set[str]:
    """Return the regular plurals, except those that the table knows as forms of another word."""
    ending = next((end for end in _PLURALS if word.endswith(end)), "")
    regular = {word.removesuffix(ending) + plural for plural in _PLURALS.get(ending, ())}
    return {form for form in regular if lemmas("it").get(form, form) in {form, word, lemmas("it").get(word)}}


def _derivations(word: str) -> set[str]:
    """Return words with a usual ending that look derived: *gattino*, *cavaliere*. Some are so by chance."""
    base = word[:-1]
    if len(base) < _SHORTEST_BASE or word[-1] not in "aeio":
        return set()
    return {form for form in beginning(base, "it") if _SUFFIX.fullmatch(form[len(base) :]) and form in lemmas("it")}


def _compounds(word: str) -> set[str]:
    """Return compounds in use that begin or end with the word: *capolavoro* for *capo*."""
    after = {whole: whole[len(word) :] for whole in beginning(word, "it")}
    before = {whole: whole[: -len(word)] for whole in ending(word, "it")}
    wholes = {whole for whole, rest in [*after.items(), *before.items()] if _is_part(rest) and _in_use(whole)}
    return {whole for whole in wholes if lemmas("it").get(whole) == whole}


def _halves(word: str) -> set[str]:
    """Return the two parts of a compound, if both are long and common enough not to be chance: *porta*, *foglio*."""
    splits = ((word[:i], word[i:]) for i in range(_LONG_PART, len(word) - _LONG_PART + 1))
    return {part for split in splits if all(map(_is_part, split)) for part in split}


def _is_part(word: str) -> bool:
    common = frequency(word, "it") >= _COMMON and word in lemmas("it")
    return common and len(word) >= _SHORTEST_PART and word not in _PREFIXES


def _in_use(whole: str) -> bool:
    return len(whole) >= _SHORTEST_PART + _LONG_PART and frequency(whole, "it") >= _IN_USE


def _stems(words: Iterable[str]) -> frozenset[str]:
    return stems(" ".join(words), "it")


def _folded(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, words))
