"""The game at the head of the package is played as it is told."""

import doctest

from app import rules


def test_example():
    """D5-D11: a clue, a guess, what may be done and what may not."""
    result = doctest.testmod(rules)
    assert (result.failed, result.attempted > 10) == (0, True)
