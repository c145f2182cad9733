"""Drawing cards, flipping them, and fresh ones after that (K3, K4)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app import decks

DECK = decks.load("en-base")
CARDS = len(DECK.cards)
dice = st.integers(0, 2**32).map(Random)
sizes = st.integers(1, CARDS)
draws = st.builds(decks.draw, st.just(DECK), sizes, dice)


def places(drawn):
    return [card for card, _ in drawn]


@given(draws)
def test_cards_are_distinct_and_their_words_differ(drawn):
    """K3."""
    assert len(set(places(drawn))) == len(drawn)
    assert len(set(decks.words(DECK, drawn))) == len(drawn)
    assert all(card in range(CARDS) and side in (0, 1) for card, side in drawn)


@given(draws)
def test_flipping_shows_the_other_side_of_the_same_cards_in_place(drawn):
    """K4."""
    flipped = decks.flip(drawn)
    assert places(flipped) == places(drawn)
    shown, hidden = decks.words(DECK, drawn), decks.words(DECK, flipped)
    assert [set(pair) for pair in zip(shown, hidden, strict=True)] == [set(DECK.cards[card]) for card in places(drawn)]
    assert decks.flip(flipped) == drawn


@given(draws, sizes, dice)
def test_cards_to_avoid_come_back_only_where_too_few_are_left(before, size, rng):
    """K4: the game after that deals fresh cards."""
    drawn = decks.draw(DECK, size, rng, avoid=before)
    assert len(set(places(drawn))) == size
    assert len(set(places(drawn)) & set(places(before))) == max(0, size + len(before) - CARDS)


def test_cards_that_the_deck_has_no_more_never_come_back():
    """K4: a game outlives its deck's version."""
    before = [[card, 0] for card in range(2 * CARDS)]
    assert set(places(decks.draw(DECK, CARDS, Random(1), avoid=before))) == set(range(CARDS))


def test_a_deck_cannot_deal_more_cards_than_it_has():
    with pytest.raises(ValueError, match="larger than population"):
        decks.draw(DECK, CARDS + 1, Random(1))


def test_every_word_is_as_likely_in_every_place():
    """K3: chi-square of 400 words, and of the place that a card kept from before gets."""
    rng, times = Random(2), 1600
    counts = Counter(word for _ in range(times) for word in decks.words(DECK, decks.draw(DECK, 25, rng)))
    expected = times * 25 / 400
    assert sum((counts[word] - expected) ** 2 / expected for word in DECK) < 399 + 4 * (2 * 399) ** 0.5
    kept = [[card, 0] for card in range(CARDS - 4)]
    spots = Counter(places(decks.draw(DECK, 5, rng, avoid=kept)).index(CARDS - 1) for _ in range(times))
    assert all(abs(spots[place] - times / 5) < 5 * (times * 0.16) ** 0.5 for place in range(5))
