"""The English base deck: 400 words that make good cards (K1)."""

import json
import re
from itertools import combinations
from statistics import median

import pytest
import wordfreq

from app import decks
from app.decks.deck import WORDS, Deck, read_cards
from app.decks.stems import stems
from app.rules.clues import fold

DECK = decks.load("en-base")
FORMS = {word: decks.forms(DECK, word) for word in DECK}


def zipf(word):
    return wordfreq.zipf_frequency(word, "en")


def test_the_deck_has_400_words_on_200_two_sided_cards():
    """K1."""
    assert len(DECK.cards) == 200
    assert len(set(map(fold, DECK))) == 400


def test_every_word_is_short_and_plain():
    assert [word for word in DECK if not re.fullmatch("[a-z]{3,12}", word)] == []


def test_every_word_is_commonly_known():
    assert [word for word in DECK if zipf(word) < 3.0] == []


def test_the_words_are_neither_rare_nor_worn_out():
    assert 3.8 <= median(map(zipf, DECK)) <= 4.3
    assert max(map(zipf, DECK)) < 5.6


def test_no_word_stands_inside_another():
    assert [(part, whole) for part in DECK for whole in DECK if part != whole and part in whole] == []


def test_no_two_words_share_a_form_a_stem_or_a_part():
    """C2, C3: so that no card lies on the table which a clue for its neighbour would have to avoid."""
    for one, other in combinations(FORMS.values(), 2):
        assert not {one.word, *one.forms} & {other.word, *other.forms}
        assert not one.stems & other.stems, (one, other)
        assert one.word not in other.parts
        assert other.word not in one.parts


def test_the_forms_file_has_the_words_of_the_deck_and_no_others():
    stored = json.loads((WORDS / "en" / "base.forms.json").read_text("utf-8"))
    assert list(stored) == sorted(DECK)


def test_a_deck_needs_fifty_words():
    """K1, K5."""
    cards = [(f"front{i}", f"back{i}") for i in range(25)]
    Deck("own", "Own", "en", tuple(cards))
    with pytest.raises(ValueError, match="too few"):
        Deck("own", "Own", "en", tuple(cards[1:]))


@pytest.mark.parametrize("twin", ["FRONT3", "frönt3", "back0"])
def test_a_deck_has_no_two_equal_words(twin):
    """K3, C10: but for case and accents."""
    cards = [(f"front{i}", f"back{i}") for i in range(25)]
    with pytest.raises(ValueError, match="equal"):
        Deck("own", "Own", "en", (*cards, (twin, "another")))


def test_cards_are_read_a_line_each():
    assert list(read_cards("# a comment\n\nbank / river \n  new york / mint\n")) == [
        ("bank", "river"),
        ("new york", "mint"),
    ]


@pytest.mark.parametrize("line", ["bank", "bank /", "/ river", "bank/river"])
def test_a_line_that_is_no_card_is_told(line):
    with pytest.raises(ValueError, match="not a card"):
        list(read_cards(line))


def test_there_is_no_deck_of_another_name():
    with pytest.raises(KeyError):
        decks.load("en-nothing")


def test_the_decks_are_found_by_name():
    assert {name: deck.name for name, deck in decks.DECKS.items()} == {name: name for name in decks.DECKS}
    assert decks.DECKS["en-base"] is decks.load("en-base")


def test_stems_are_those_of_each_folded_word():
    assert stems("Rocky-MOUNTAINS' cafés", "en") == {"rocki", "mountain", "cafe"}
