"""Finding what is known about the words on cards, and advising on clues to them."""

import gzip
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final

from app.decks.deck import DECKS, WORDS, Deck
from app.decks.pictures import PICTURES
from app.decks.stems import stems
from app.rules.clues import Finding, Forms, advise, fold, spell

_WORD: Final = re.compile(r"[^\W_]+")
_SHORTEST_WORD: Final = 3  # letters, of a name of several words: leaves out *de* and *à*
_BUILT_IN_LANGUAGES: Final = frozenset(deck.language for deck in DECKS.values() if deck.kind == "words")


def advice(
    clue: str, deck: Deck, visible: Mapping[int, str], house: frozenset[str], named_in: str = ""
) -> tuple[Finding, ...]:
    """Return the findings against a clue, given the visible cards by index (C2-C4, C7, C8); empty if it is fine.

    Of pictures, `visible` has the numbers, and the clue is compared with their names in the language `named_in` (C9).
    """
    if deck.kind == "pictures":
        cards, language = {card: picture_forms(number, named_in) for card, number in visible.items()}, named_in
    else:
        cards, language = {card: forms(deck, word) for card, word in visible.items()}, deck.language
    return advise(clue, cards, house, stems(clue, language))


def is_foreign(clue: str, deck: Deck) -> bool:
    """Whether a clue uses a script that the deck's words do not, so that look-alike letters cannot hide a word (C1).

    Applies only to the languages of the built-in decks. Other languages may be written in several scripts, such as
    Japanese, and pictures have no letters to imitate (C9): there no script is foreign.
    """
    return deck.language in _BUILT_IN_LANGUAGES and not _scripts(clue) <= _scripts_of(deck)


@lru_cache(maxsize=64)
def _scripts_of(deck: Deck) -> frozenset[str]:
    return frozenset().union(*map(_scripts, deck))


def _scripts(text: str) -> frozenset[str]:
    """Return the scripts of a text's letters, by Unicode name; plain Latin letters count as a script of their own."""
    letters = [sign for sign in fold(text) if sign.isalpha()]
    return frozenset("ASCII" if sign.isascii() else unicodedata.name(sign, "?").split()[0] for sign in letters)


def forms(deck: Deck, word: str) -> Forms:
    """Return the forms, stems, parts and soundalikes that are known of a deck's word, to compare clues with.

    Those of a built-in deck's words were stored when it was made, those of custom decks are looked up among the common
    words of the language (C11). Of any other word only the stem is known.
    """
    folded, spelled = fold(word), spell(word)
    is_built_in = spelled == folded or spelled in _spellings(deck.language)  # not PÉCHÉ, although PÊCHE is
    known = (is_built_in and _known(deck.language).get(folded)) or _lexicon_forms(deck).get(folded)
    return replace(known or Forms(folded, stems=stems(word, deck.language)), spelled=spelled)


def picture_forms(number: str, language: str) -> Forms:
    """Return the words of a picture's name, to compare clues with: as the parts of a compound (C9)."""
    picture = PICTURES[int(number) - 1]
    nouns = [fold(thing.nouns[language]) for thing in (picture.large, picture.small)]
    words = [word for noun in nouns for word in _WORD.findall(noun) if len(word) >= _SHORTEST_WORD]
    return Forms("", stems=stems(" ".join(words), language), parts=frozenset([*nouns, *words]))


@cache
def _spellings(language: str) -> frozenset[str]:
    """Return the words of a language's built-in decks in lower case with their accents."""
    return frozenset(spell(word) for deck in DECKS.values() if deck.language == language for word in deck)


@cache
def _known(language: str) -> Mapping[str, Forms]:
    """Return what `app.decks.make` and `make_sounds` stored about the words of a language's decks, by folded word."""
    sounds = _stored(language, "sounds")
    return {
        word: _read_forms(word, {**entry, "sounds": sounds.get(word, ())})
        for word, entry in _stored(language, "forms").items()
    }


def _read_forms(word: str, entry: Mapping[str, Iterable[str]]) -> Forms:
    forms, stems_, parts, sounds = (frozenset(entry.get(kind, ())) for kind in ("forms", "stems", "parts", "sounds"))
    return Forms(word, forms, stems_, parts, sounds)


@lru_cache(maxsize=64)
def _lexicon_forms(deck: Deck) -> Mapping[str, Forms]:
    """Return what the language's lexicon, written by `make_lexicon`, has about a custom deck's words, by folded word.

    Of spellings that differ in accents only, it is the one in the deck, or the most frequent if the deck's has none.
    """
    if deck.language not in _BUILT_IN_LANGUAGES:
        return {}
    wanted, found = {fold(word): spell(word) for word in deck}, dict[str, Forms]()
    with gzip.open(WORDS / deck.language / "lexicon.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            folded, written, entry = line.split(" ", 2)
            word = wanted.get(folded)
            if word == written or (word == folded and folded not in found):
                found[folded] = _read_forms(folded, json.loads(entry))
    return found


def _stored(language: str, kind: str) -> dict[str, Any]:
    """Return the contents of a language's JSON files of one kind, merged."""
    paths = sorted((WORDS / language).glob(f"*.{kind}.json"))
    return dict(chain.from_iterable(json.loads(path.read_text("utf-8")).items() for path in paths))
