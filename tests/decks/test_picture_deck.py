"""The deck of pictures: dealt and flipped like words, and advised on by name."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import decks
from app.decks.pictures import CARDS, LANGUAGES, PICTURES
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_name_is_advised_against(language):
    """C9: in the language in which the giver sees the names, and never refused."""
    for place, number in enumerate(DECK):
        picture = PICTURES[int(number) - 1]
        for noun in (picture.large.nouns[language], picture.small.nouns[language]):
            word = max(re.findall(r"[\w-]+", noun), key=len)
            (finding,) = decks.advice(word, DECK, {place: number}, frozenset(), language)
            assert (finding.verdict, finding.card) == ("doubtful", place), word


@pytest.mark.parametrize(
    ("clue", "codes"),
    [("moon", ["compound"]), ("Moons", ["compound"]), ("snails", ["compound"]), ("moonlight", ["compound"]),
     ("snailing", ["compound"]), ("and", []), ("lune", []), ("3", []), ("night", [])],
)  # fmt: skip
def test_forms_and_compounds_of_a_name_are_advised_against(clue, codes):
    """C9, as C2 and C3: *moon and snail*. Meanings, and names in other languages, are for people to judge."""
    findings = decks.advice(clue, DECK, {0: "3"}, frozenset(), "en")
    assert [finding.code for finding in findings] == codes


def test_an_irregular_form_of_a_name_is_known_by_its_stem():
    """C9, as C2."""
    cherries = next(picture for picture in PICTURES if "cherries" in picture.name("en"))
    (finding,) = decks.advice("cherry", DECK, {0: str(cherries.number)}, frozenset(), "en")
    assert finding.code == "related"


def test_initials_are_still_told():
    """C7, C9: they are seen in the clue alone."""
    assert decks.advice("NASA", DECK, {0: "1"}, frozenset(), "en") == (Finding("doubtful", "initials", None),)
    assert decks.advice("NASA", DECK, {0: "1"}, frozenset({"initials"}), "en") == ()
