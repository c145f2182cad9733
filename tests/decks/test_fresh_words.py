"""Drawing what was not seen before: nobody meets the same words again before all are used up (K5)."""

from collections import Counter
from random import Random

import pytest

from app import decks

DECK = decks.load("en-base")


def tables(deck, count, size=25, rng=None):
    """Words of tables dealt one after the other, each to the people who met all before."""
    met: list[list[str]] = []
    for _ in range(count):
        met.insert(0, decks.words(deck, decks.draw(deck, size, rng or Random(count), met=met)))
    return met


@pytest.mark.parametrize("name", ["en-base", "fr-base+fr-duet"])
def test_all_words_are_met_once_before_any_is_met_again(name):
    """K5: 400 words last for 16 tables of 25, 800 for 32."""
    deck = decks.load(name)
    size = len(list(deck)) // 25
    counts = Counter(word for words in tables(deck, size) for word in words)
    assert set(counts.values()) == {1}
    assert set(counts) == set(deck)


def test_then_those_come_back_first_that_rested_longest():
    met = tables(DECK, 20)
    counts = Counter(word for words in met for word in words)
    assert max(counts.values()) == 2
    assert set(met[0]) <= {word for words in met[12:] for word in words}


def test_words_count_whatever_deck_they_were_met_in():
    """Case and accents do not make another word of one."""
    met = [[word.upper() for word, _ in DECK.cards]]
    assert set(decks.words(DECK, decks.draw(DECK, 100, Random(2), met=met))) <= {back for _, back in DECK.cards}


def test_cards_just_drawn_come_last_all_the_same():
    """K4 before K5."""
    before = decks.draw(DECK, 25, Random(1))
    drawn = decks.draw(DECK, 175, Random(2), avoid=before, met=[decks.words(DECK, before)])
    assert not {card for card, _ in drawn} & {card for card, _ in before}


def test_the_smallest_deck_shows_its_other_side():
    """K1, K5: 50 words are two tables of 25."""
    words = [f"w{number}" for number in range(50)]
    deck = decks.Deck("small", "Small", "de", tuple(zip(words[::2], words[1::2], strict=True)))
    first, second = tables(deck, 2)
    assert set(first) | set(second) == set(words)
