"""GET /rules: the drawn tables and tokens are those of real games."""

import re
from collections import Counter

import pytest

from app import rules
from app.handbook.examples import CLASSIC, DUET, RESERVES, SIDES, VERSUS
from app.rules.missions import MAP
from tests.handbook.reading import plain


def test_the_keys_are_such_as_are_dealt():
    """V2, D2"""
    first, second, bystanders, assassins = rules.VERSUS_COUNTS[25]
    assert Counter(CLASSIC["key"]) == {"r": first, "b": second, ".": bystanders, "x": assassins}
    assert Counter(map("".join, zip(DUET["keys"]["a"], DUET["keys"]["b"], strict=True))) == rules.DUET_COUNTS


@pytest.mark.parametrize("example", [VERSUS, *SIDES.values()])
def test_each_card_has_a_word_of_its_own(example):
    """K3"""
    assert len(set(example.words)) == len(example.words) == len(example.view.cards)


def boards(page: str) -> list[list[tuple[str, str]]]:
    """The face and the text of every card, board by board."""
    drawn = re.findall(r'<ol class="board example">.*?</ol>', page, re.DOTALL)
    cards = [re.findall(r'<li class="card .*?</li>', board, re.DOTALL) for board in drawn]
    return [[(re.search(r'data-face="(\w+)"', card)[1], plain(card)) for card in board] for board in cards]


def test_the_boards_show_what_their_seats_see(page):
    """V3, V9, D1, D7, D8: the whole key to a spymaster; one's own to a side, a marker to both."""
    versus, a, b = boards(page)
    for example, drawn in zip((VERSUS, *SIDES.values()), (versus, a, b), strict=True):
        assert [face for face, _ in drawn] == [card.face for card in example.view.cards]
        assert [text.split()[0] for _, text in drawn] == list(example.words)
    assert Counter(text.split()[1] for face, text in versus if face == "hidden") == {
        "red": 7,
        "blue": 6,
        "bystander": 6,
        "assassin": 1,
    }
    spoon = SIDES["a"].words.index("spoon")
    assert a[spoon][1].startswith("spoon agent")
    assert b[spoon][1].startswith("spoon bystander")
    assert all("A tried" in board[spoon][1] for board in (a, b))


def test_the_captions_tell_what_was_played(page):
    captions = " ".join(plain(text) for text in re.findall(r"<figcaption>.*?</figcaption>", page, re.DOTALL))
    for example in (VERSUS, SIDES["a"]):
        for turn in example.view.turns:
            assert f"{turn.clue.word} {turn.clue.number}" in captions
            assert all(example.words[guess.card] in captions for guess in turn.guesses)


def test_the_reserve_is_paid_as_in_a_game(page):
    """D4, D12, D13: five moments, drawn as so many tokens of each side."""
    assert (RESERVES["dealt"].reserve, RESERVES["dealt"].bystander) == (MAP["cairo"].tokens, MAP["cairo"].mistakes)
    drawn = re.search(r'<table class="reserves">.*?</table>', page, re.DOTALL)[0]
    rows = re.findall(r"<tr>.*?</tr>", drawn, re.DOTALL)
    sides = [(row.count('"token bystander"'), row.count('"token check"')) for row in rows]
    assert sides == [(5, 4), (5, 3), (4, 3), (0, 3), (0, 1)]
    assert plain(rows[0]).endswith("9: 5 bystander side up, 4 check side up")
    assert plain(rows[4]).endswith("1, check side up")
    assert RESERVES["double"].mistake_is_fatal
