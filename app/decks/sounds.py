"""Finding words that sound alike (C8), when decks are made, never during play.

The rulebooks define a soundalike: a different spelling with the same sound. The French one adds words that sound too
close, such as *gage* for *cage*, which differ only in the voicing of one consonant.

English and French sounds come from lexicons, the `lexicon.db` of gruut-lang-en 2.0.1 and gruut-lang-fr 2.0.2 by Michael
Hansen (MIT): each word's first pronunciation, since the others are often slurred. Italian is written nearly as it
sounds, so it needs no lexicon.
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
"""A word's phonemes, without stress; for Italian, its letters."""
NEAR_LANGUAGES: Final = frozenset({"fr"})
"""The languages in which nearly equal sounds count too."""
_STRESS: Final = re.compile("[ˈˌ]")
_MERGED: Final = {"œ̃": "ɛ̃"}  # *brun* and *brin*, the same in most of France
_VOICES: Final = [("p", "b"), ("t", "d"), ("k", "ɡ"), ("f", "v"), ("s", "z"), ("ʃ", "ʒ")]
_OTHER_VOICE: Final = dict(_VOICES) | {voiced: voiceless for voiceless, voiced in _VOICES}
_SHORTEST_NEAR: Final = 3  # phonemes; of two, one is half the word: *zoo* and *sot*
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
    """Return the first pronunciation of each word of a lexicon. Raises sqlite3.Error if the file is not one."""
    with closing(sqlite3.connect(f"{lexicon.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT word, phonemes FROM word_phonemes WHERE pron_order = 0")
        return {word: _sound(phonemes) for word, phonemes in rows}


def _sound(phonemes: str) -> Sound:
    return tuple(_MERGED.get(phoneme, phoneme) for phoneme in _STRESS.sub("", phonemes).split())


def italian_sound(word: str) -> Sound:
    """Return the sound of an Italian word: its folded letters, without silent ones and with equivalent ones unified."""
    letters = fold(word)
    for pattern, letter in _ITALIAN:
        letters = pattern.sub(letter, letters)
    return tuple(letters)


def near_soundalikes(sound: Sound) -> set[Sound]:
    """Return the sounds that differ from this one in the voicing of one consonant; none if it is very short."""
    if len(sound) < _SHORTEST_NEAR:
        return set()
    voices = [(at, _OTHER_VOICE[phoneme]) for at, phoneme in enumerate(sound) if phoneme in _OTHER_VOICE]
    return {(*sound[:at], other, *sound[at + 1 :]) for at, other in voices}


def soundalikes(words: Iterable[str], sounds: Mapping[str, Sound], language: str) -> dict[str, set[str]]:
    """Return the other words, of those whose sounds are given, that sound like each of these words.

    All are folded; the set is empty for a word whose sound is unknown.
    """
    spellings: dict[Sound, set[str]] = defaultdict(set)
    for word, sound in sounds.items():
        spellings[sound].add(fold(word))
    found = {}
    for word in words:
        sound = sounds.get(word, ())
        heard = {sound} | (near_soundalikes(sound) if language in NEAR_LANGUAGES else set())
        found[fold(word)] = set().union(*(spellings.get(one, set()) for one in heard)) - {fold(word)}
    return found
