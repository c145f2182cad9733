"""Language tables for making decks, never used during play: wordfreq and simplemma are development tools."""

import sys
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

import simplemma.strategies.dictionaries.dictionary_factory as simplemma
import wordfreq

_SIZE = 200_000
_LAST = chr(sys.maxunicode)  # sorts after every letter


@cache
def frequency(word: str, language: str) -> float:
    """Return a word's frequency on the Zipf scale: 3 is once in a million words, 4 ten times as often, 0 unknown."""
    return wordfreq.zipf_frequency(word, language)


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Return the words of letters only among the 200,000 most frequent words of a language."""
    return frozenset(filter(str.isalpha, wordfreq.top_n_list(language, _SIZE)))


@cache
def lemmas(language: str) -> Mapping[str, str]:
    """Return the dictionary form by inflected form. Abbreviations, which have capitals, are left out."""
    table = simplemma.DefaultDictionaryFactory().get_dictionary(language)
    return {form: lemma for form, lemma in table.items() if form.isalpha() and form.islower()}


@cache
def inflected(language: str) -> Mapping[str, frozenset[str]]:
    """Return the inflected forms by dictionary form."""
    groups: dict[str, set[str]] = defaultdict(set)
    for form, lemma in lemmas(language).items():
        groups[lemma].add(form)
    return {lemma: frozenset(forms) for lemma, forms in groups.items()}


def beginning(part: str, language: str) -> list[str]:
    """Return the words of the vocabulary that begin with a string."""
    return _from(part, _ordered(language))


def ending(part: str, language: str) -> list[str]:
    """Return the words of the vocabulary that end with a string."""
    return [word[::-1] for word in _from(part[::-1], _mirrored(language))]


def _from(part: str, ordered: list[str]) -> list[str]:
    return ordered[bisect_left(ordered, part) : bisect_left(ordered, part + _LAST)]


@cache
def _ordered(language: str) -> list[str]:
    return sorted(vocabulary(language))


@cache
def _mirrored(language: str) -> list[str]:
    return sorted(word[::-1] for word in vocabulary(language))
