"""Finding the stems of words, by the Snowball stemmers."""

import re
from typing import Final

import snowballstemmer  # type: ignore[import-untyped]

from app.rules.clues import fold

_ALGORITHMS: Final = {
    "ca": "catalan",
    "cs": "czech",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nb": "norwegian",
    "nl": "dutch",
    "pl": "polish",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
_WORD: Final = re.compile(r"[^\W_]+")


def stems(text: str, language: str) -> frozenset[str]:
    """Return the stem of each word in a text, folded: the word without its endings, often not a word itself.

    The set is empty for a language without a stemmer. A stemmer object holds the word it works on, so each call creates
    its own (about 18 µs) instead of sharing one between threads.
    """
    if language not in _ALGORITHMS:
        return frozenset()
    stemmer = snowballstemmer.stemmer(_ALGORITHMS[language])
    return frozenset(stemmer.stemWords(_WORD.findall(fold(text))))
