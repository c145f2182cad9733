"""The English Duet deck: 400 words more, good by themselves and mixed with the base deck (K1)."""

import json
import re
from itertools import combinations
from statistics import median

import pytest
import wordfreq

from app import decks
from app.decks.deck import WORDS, Deck, read_cards
from app.rules.clues import fold

BASE = decks.load("en-base")
DUET = Deck("en-duet", "", "en", tuple(read_cards((WORDS / "en" / "duet.txt").read_text("utf-8"))))
MIXED = [*BASE, *DUET]
FORMS = {word: decks.forms(DUET, word) for word in MIXED}


def zipf(word):
    return wordfreq.zipf_frequency(word, "en")


def test_the_deck_has_400_words_on_200_two_sided_cards():
    """K1."""
    assert len(DUET.cards) == 200
    assert len(set(map(fold, DUET))) == 400


def test_both_decks_mix_into_one_of_800_words():
    """K1, K3: so no two equal words lie on a table."""
    assert len(Deck("en-mixed", "", "en", (*BASE.cards, *DUET.cards)).cards) == 400
    assert len(set(map(fold, MIXED))) == 800


def test_every_word_is_short_and_plain():
    assert [word for word in DUET if not re.fullmatch("[a-z]{3,12}", word)] == []


def test_every_word_is_commonly_known():
    assert [word for word in DUET if zipf(word) < 3.0] == []


def test_the_words_are_neither_rare_nor_worn_out():
    assert 3.7 <= median(map(zipf, DUET)) <= 4.3
    assert max(map(zipf, DUET)) < 5.6


def test_no_word_stands_inside_another_of_either_deck():
    assert [(part, whole) for part in MIXED for whole in MIXED if part != whole and part in whole] == []


@pytest.mark.parametrize("kind", ["forms", "stems"])
def test_no_two_words_share_a_form_or_a_stem(kind):
    """C2: so that no clue is a form of two cards."""
    known = {word: {word, *FORMS[word].forms} if kind == "forms" else FORMS[word].stems for word in MIXED}
    assert [(one, other) for one, other in combinations(MIXED, 2) if known[one] & known[other]] == []


def test_no_word_is_a_part_of_another_nor_of_its_compounds():
    """C3."""
    known = [(word, part) for word in MIXED for part in FORMS[word].parts]
    assert [(word, part) for word, part in known if part in FORMS] == []


def test_no_two_words_of_the_deck_share_a_part():
    """C3: as COCKPIT and COCKTAIL."""
    shared = [(one, other) for one, other in combinations(DUET, 2) if FORMS[one].parts & FORMS[other].parts]
    assert shared == []


def test_the_two_sides_of_a_card_are_no_relatives():
    """K4: flipping changes the table."""
    for front, back in DUET.cards:
        assert not decks.advice(front, DUET, {1: back}, frozenset())
        assert not decks.advice(back, DUET, {1: front}, frozenset())


def test_the_forms_file_has_the_words_of_the_deck_and_no_others():
    stored = json.loads((WORDS / "en" / "duet.forms.json").read_text("utf-8"))
    assert list(stored) == sorted(DUET)
