"""Readers and the computer: what is kept of their opening boards in readers/; blind_reading.py says who read."""

import pytest

from tests.computer.blind_reading import BOARDS, LANGUAGES, given, guessed

FOUND = {"en": 0.75, "fr": 0.75, "it": 0.73}  # of the cards that readers meant, at least


@pytest.mark.parametrize("language", LANGUAGES)
def test_readers_follow_the_computer(language):
    found = guessed(language)
    assert found.clues == BOARDS
    assert found.own >= 1.9 * found.clues
    assert found.intended >= 0.85 * found.touches
    assert found.assassins <= 0.03 * found.clues


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_computer_follows_readers(language):
    meant, hits = given(language)
    assert meant >= 2 * BOARDS
    assert hits >= FOUND[language] * meant
