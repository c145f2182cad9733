"""The forms of words as they are worked out when a deck is made, and as they are stored (C2, C3)."""

import os
import runpy
import sys
from dataclasses import replace

import pytest

from app import decks
from app.decks import make
from app.decks.by_hand import Note, read_notes
from app.decks.deck import WORDS, read_cards
from app.decks.english import family
from app.rules.clues import Forms
from tests import fork_server
from tests.decks.clue_judgements import missing, present
from tests.processes import ROOT

DECK = decks.load("en-base")
NOTES = read_notes(WORDS / "en" / "by-hand.txt")
PARTS_OF_ENGLISH = ("base", "duet")
CERTAIN = {
    "mouse": "mice", "break": "breaks breaking broken breakdown breakthroughs", "bat": "batted batting",
    "ferry": "ferries ferried ferrying", "wolf": "wolves", "wire": "wireless wiring",
    "kiss": "kisses kissed", "goose": "geese", "hide": "hid hidden hideout", "current": "currently",
    "magnet": "magnetic magnetism magnetized", "atom": "atomic", "spoon": "spoonful", "new": "newer newest",
    "bank": "banking", "coat": "coating coatings", "wing": "winged", "widow": "widowed", "build": "building built",
    "spring": "springs", "herring": "herrings", "market": "marketing", "mule": "mules", "turret": "turreted",
}  # fmt: skip
CHANCE = {
    "england": "land island", "row": "sparrow rowdy", "bass": "base bases", "number": "numb", "numb": "number",
    "universe": "university universal", "raven": "ravenous", "desert": "dessert", "compass": "compassion",
    "hare": "harness", "host": "hostage", "page": "pageant", "tin": "tiny", "corn": "corner", "pen": "penny",
    "arch": "archer archive", "cart": "cartoon", "fact": "factory", "star": "staring stared stare",
    "organ": "organize organization", "plan": "plane planet planed", "bar": "bare baring barely", "ferry": "fry",
    "leave": "leaf", "policy": "police", "pol": "polish", "new": "news newt", "inn": "inning",
    "even": "evening evenings", "see": "seed", "morn": "morning mornings", "pud": "pudding puddings", "wick": "wicked",
    "rug": "rugged", "fleet": "fleeting", "her": "herring", "disc": "discover discovered",
}  # fmt: skip
PARTS = {
    "horseshoe": "horse shoe", "shoe": "horseshoe snowshoe", "thunder": "thunderstorm", "jelly": "jellyfish",
    "rainbow": "rain bow", "birthday": "birth day", "keyboard": "key board",
}  # fmt: skip


@pytest.mark.parametrize("part", PARTS_OF_ENGLISH)
def test_the_stored_forms_are_up_to_date(part):
    assert make.make("en", part) == (WORDS / "en" / f"{part}.forms.json").read_text("utf-8")


@pytest.mark.parametrize("part", PARTS_OF_ENGLISH)
def test_what_is_stored_is_what_is_known(part):
    for card in read_cards((WORDS / "en" / f"{part}.txt").read_text("utf-8")):
        for word in card:
            known = replace(decks.forms(DECK, word), sounds=frozenset(), spelled="")
            assert known == family(word, NOTES.get(word))


def test_the_command_writes_the_file(tmp_path, monkeypatch):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "two.txt").write_text("# two\nleaf / horseshoe\n")
    (tmp_path / "en" / "by-hand.txt").write_text("leaf: +leaves ~foliage =cloverleaf -leafing\n")
    monkeypatch.setattr("app.decks.deck.WORDS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["make", "en", "two"])
    monkeypatch.delitem(sys.modules, "app.decks.make")
    runpy.run_module("app.decks.make", run_name="__main__")
    written = (tmp_path / "en" / "two.forms.json").read_text()
    assert written.startswith('{\n"horseshoe": {"forms": ["horseshoe')
    assert '"parts": ["horse", "shoe"]' in written
    leaf = written.splitlines()[2]
    assert '"leaves"' in leaf
    assert '"stems": ["foliag", "leaf"]' in leaf
    assert "leafing" not in leaf


def idle(word, note):
    """What is wrong with a note: items that the tables know without it, or that change nothing."""
    known, noted = family(word), family(word, Note(note.forms, note.relatives, note.parts))
    yield from (note.forms & known.forms) | (note.parts & known.parts)
    yield from note.strangers - noted.forms - noted.parts
    if len(note.relatives) + 1 > len(noted.stems):
        yield " ".join(sorted(note.relatives))


def test_each_note_says_what_the_tables_do_not_know():
    assert [(word, item) for word, note in NOTES.items() for item in idle(word, note)] == []


def test_a_certain_form_is_known_without_notes():
    """C2."""
    assert missing(CERTAIN, lambda word: family(word).forms) == []


def test_what_only_looks_like_a_form_is_none():
    """C4: a false refusal is worse than a miss."""
    assert present(CHANCE, lambda word: family(word).forms) == []


def test_parts_and_compounds_are_known():
    """C3."""
    assert missing(PARTS, lambda word: family(word).parts) == []


@pytest.mark.parametrize("word", ["carpet", "legend", "cannon"])
def test_two_short_parts_are_chance(word):
    """C4: *car* and *pet*."""
    assert not {word[:3], word[3:]} & family(word).parts


def test_a_word_of_no_deck_has_its_stem_alone():
    assert decks.forms(DECK, "Wishes") == Forms("wishes", stems=frozenset({"wish"}), spelled="wishes")


def test_playing_takes_no_development_tool():
    script = (
        "import sys, app.decks as d; d.advice('x', d.load('en-base'), {1: 'bank'}, frozenset()); print(*sys.modules)"
    )
    loaded = fork_server.server().run(["-c", script], ROOT, os.environ).stdout.decode().split()
    assert "snowballstemmer" in loaded
    assert not {"simplemma", "wordfreq", "app.decks.english", "app.decks.tables"} & set(loaded)
