"""The deck of pictures: dealt and flipped like words, and matched by no letter."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import decks
from app.decks.pictures import CARDS, PICTURES
from app.rules import VARIANTS
from app.rules.clues import Finding

DECK = decks.load("pictures")
SIZES = [variant.size for variant in VARIANTS.values() if variant.cards == "pictures"]
draws = st.builds(decks.draw, st.just(DECK), st.sampled_from(SIZES), st.integers(0, 2**32).map(Random))


def test_the_deck_has_280_pictures_on_140_two_sided_cards():
    """K2: each by its number, which is what a game stores."""
    assert DECK.kind == "pictures"
    assert len(DECK.cards) == 140
    assert [*DECK] == [str(picture.number) for picture in PICTURES]
    assert DECK.cards == tuple((str(front), str(back)) for front, back in CARDS)


def test_it_is_one_of_the_decks_and_the_only_one_of_its_kind():
    assert [name for name, deck in decks.DECKS.items() if deck.kind == "pictures"] == ["pictures"]
    assert next(iter(decks.DECKS)) == "en-base"


@given(draws)
def test_twenty_or_twenty_five_different_pictures_are_laid(drawn):
    """K3."""
    pictures = decks.words(DECK, drawn)
    assert len(set(pictures)) == len(pictures) in SIZES
    assert set(pictures) <= set(DECK)


@given(draws)
def test_flipped_cards_show_their_other_pictures_in_place(drawn):
    """K4."""
    before, after = decks.words(DECK, drawn), decks.words(DECK, decks.flip(drawn))
    assert [set(pair) for pair in zip(before, after, strict=True)] == [set(DECK.cards[card]) for card, _ in drawn]


@pytest.mark.parametrize("clue", ["winter", "été", "λύκος", "луна", "冬", "42"])
def test_no_script_is_foreign_to_pictures(clue):
    """K6, C1: the deck has no language, and the clues have any that the players share."""
    assert DECK.language == ""
    assert not decks.is_foreign(clue, DECK)


def test_clues_are_not_compared_with_pictures():
    """C9: not even with a picture's name or number."""
    shown = {place: number for place, number in enumerate(DECK) if place < 25}
    names = {word for number in shown.values() for word in PICTURES[int(number) - 1].name("en").split()}
    assert [word for word in [*shown.values(), *names] if decks.advice(word, DECK, shown, frozenset())] == []


def test_initials_are_still_told():
    """C7, C9: they are seen in the clue alone."""
    assert decks.advice("NASA", DECK, {0: "1"}, frozenset()) == (Finding("doubtful", "initials", None),)
    assert decks.advice("NASA", DECK, {0: "1"}, frozenset({"initials"})) == ()
