"""Which words sound alike, for making decks, never for playing (C8).

The rulebooks say what a soundalike is: a word of another spelling and the same sound. The French one adds words that
sound too close, *gage* for *cage*: they differ in the voice of a single consonant, and in nothing else.

English and French sounds are looked up in lexicons, the `lexicon.db` of gruut-lang-en 2.0.1 and gruut-lang-fr 2.0.2 by
Michael Hansen (MIT): a word's first pronunciation, since the others are often slurred. Italian is written as it sounds,
but for some letters, so that it needs none.
"""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from app.rules.clues import fold

Sound = tuple[str, ...]
"""A word's phonemes, without stress; in Italian letters do for them."""
NEAR: Final = frozenset({"fr"})
"""The languages in which what sounds nearly alike counts too."""
_STRESS: Final = re.compile("[ˈˌ]")
_MERGED: Final = {"œ̃": "ɛ̃"}  # *brun* and *brin*, which most of France no longer tells apart
_VOICES: Final = [("p", "b"), ("t", "d"), ("k", "ɡ"), ("f", "v"), ("s", "z"), ("ʃ", "ʒ")]
_OTHER_VOICE: Final = dict(_VOICES) | {voiced: voiceless for voiceless, voiced in _VOICES}
_SHORTEST_NEAR: Final = 3  # in two phonemes one is half the word: *zoo* and *sot*
_ITALIAN: Final = [
    (re.compile(r"^h(?=[aeiou])"), ""),  # hanno
    (re.compile(r"(?<=[bcdglrt])h(?=[aou]|$)"), ""),
    (re.compile(r"th"), "t"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"y"), "i"),
    (re.compile(r"k(?=[ei])"), "ch"),
    (re.compile(r"k"), "c"),
    (re.compile(r"qu"), "cu"),
    (re.compile(r"(?<=[cg])ie"), "e"),  # cieco
]


def pronunciations(lexicon: Path) -> dict[str, Sound]:
    """Return the first pronunciation of each word of a lexicon; sqlite3.Error for a file that is none."""
    with closing(sqlite3.connect(f"{lexicon.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT word, phonemes FROM word_phonemes WHERE pron_order = 0")
        return {word: _sound(phonemes) for word, phonemes in rows}


def _sound(phonemes: str) -> Sound:
    return tuple(_MERGED.get(phoneme, phoneme) for phoneme in _STRESS.sub("", phonemes).split())


def spelled(word: str) -> Sound:
    """Return how an Italian word sounds: its letters, without those which are silent or stand for another."""
    letters = fold(word)
    for pattern, letter in _ITALIAN:
        letters = pattern.sub(letter, letters)
    return tuple(letters)


def near(sound: Sound) -> set[Sound]:
    """Return the sounds that differ in the voice of one consonant; none of a word too short for it to be a trifle."""
    if len(sound) < _SHORTEST_NEAR:
        return set()
    voices = [(at, _OTHER_VOICE[phoneme]) for at, phoneme in enumerate(sound) if phoneme in _OTHER_VOICE]
    return {(*sound[:at], other, *sound[at + 1 :]) for at, other in voices}


def alike(words: Iterable[str], sounds: Mapping[str, Sound], language: str) -> dict[str, set[str]]:
    """Return, folded, what sounds like each of some words; nothing for those whose sound is unknown."""
    spellings: dict[Sound, set[str]] = defaultdict(set)
    for word, sound in sounds.items():
        spellings[sound].add(fold(word))
    found = {}
    for word in words:
        sound = sounds.get(word, ())
        heard = {sound} | (near(sound) if language in NEAR else set())
        found[fold(word)] = set().union(*(spellings.get(one, set()) for one in heard)) - {fold(word)}
    return found
