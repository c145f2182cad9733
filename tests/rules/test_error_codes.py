"""Every code of an IllegalMove is raised by some move."""

import pytest
from rules_play import duet, go, play, versus

from app.rules import CODES, IllegalMove

VERSUS, DUET = versus(), duet(tokens=1, mistakes=1)
CLUE = "rs clue tree 2"
CASES = {
    "unknown-move": (VERSUS, [], "rs dance"),
    "unknown-seat": (VERSUS, [], "a clue tree 2"),
    "game-over": (VERSUS, ["rs resign"], CLUE),
    "not-your-role": (VERSUS, [], "ro clue tree 2"),
    "not-your-turn": (VERSUS, [], "bs clue tree 2"),
    "no-such-card": (VERSUS, [CLUE], "ro guess 25"),
    "already-revealed": (VERSUS, [CLUE, "ro guess 0"], "ro guess 0"),
    "already-marked": (DUET, ["a clue tree 2", "b guess 18"], "b guess 18"),
    "not-your-card": (VERSUS, [], "rs clue tree 2 for 9"),
    "must-guess": (VERSUS, [CLUE], "ro stop"),
    "clue-empty": (VERSUS, [], 'rs clue "" 2'),
    "clue-too-long": (VERSUS, [], f"rs clue {'e' * 41} 2"),
    "clue-characters": (VERSUS, [], "rs clue tr@e 2"),
    "clue-number": (VERSUS, [], "rs clue tree 10"),
    "clue-cards": (VERSUS, [], "rs clue tree 2 for 3,3"),
    "one-word": (VERSUS, [], "rs clue tree-house 2"),
    "zero-not-allowed": (VERSUS, [], "rs clue tree 0"),
    "unlimited-not-allowed": (VERSUS, [], "rs clue tree inf"),
    "nothing-asked": (VERSUS, [], "bs allow"),
    "cannot-challenge": (VERSUS, [CLUE, "ro guess 0"], "bs challenge"),
    "two-in-a-row": (
        duet(house=["several-clues"]),
        ["a clue tree 1", "b guess 18", "a clue tree 1", "b guess 19"],
        "a clue tree 1",
    ),
    "finished-side": (duet(a="g" + "." * 24), ["b clue sea 1", "a guess 0", "a stop"], "a clue tree 1"),
    "no-more-clues": (DUET, ["a clue tree 2", "b guess 18"], "a clue tree 1"),
    "nothing-to-find": (
        duet(tokens=1, mistakes=1, a="g" + "." * 24),
        ["b clue sea 1", "a guess 0", "a stop"],
        "b guess 1",
    ),
}


def test_every_code_has_its_case():
    assert tuple(CASES) == CODES


@pytest.mark.parametrize("code", CODES)
def test_code(code):
    deal, lines, last = CASES[code]
    table = play(deal, *lines)
    with pytest.raises(IllegalMove) as caught:
        go(table, last)
    assert (caught.value.code, str(caught.value)) == (code, code)
    assert table == play(deal, *lines)
