"""POST /games/<code>/marks: pointing at a card for one's own team (V13)."""

import pytest

from tests.games.tables import CLUE


def mark(table, who, card):
    return who.post(f"/games/{table.code}/marks", card=card, seen=0)


def test_a_mark_shows_its_maker_to_the_own_team_only(classic, ann, bob):
    assert mark(classic, bob, 4).status_code == 303
    assert "marked-by" in classic.see("red-operative")
    assert "marked-by" in classic.see("red-spymaster")
    assert "marked-by" not in classic.see("blue-operative")


def test_a_second_click_takes_it_back(classic, bob):
    mark(classic, bob, 4)
    mark(classic, bob, 4)
    assert "marked-by" not in classic.see("red-operative")


def test_a_mark_is_not_final(classic, bob):
    mark(classic, bob, 4)
    assert classic.moves == []


def test_a_spymaster_points_at_nothing(classic, ann):
    assert mark(classic, ann, 4).status_code == 422
    assert "marked-by" not in classic.see("red-operative")


def test_a_touched_card_loses_its_marks(classic, bob):
    classic.must("red-spymaster", f"clue {CLUE} 2")
    mark(classic, bob, 0)
    classic.must("red-operative", "guess 0")
    assert "marked-by" not in classic.see("red-operative")
    assert mark(classic, bob, 0).status_code == 422


@pytest.mark.parametrize("card", ["25", "-1", "x", "", "\0", "99999999"])
def test_no_such_card(classic, bob, card):
    assert mark(classic, bob, card).status_code == 422


def test_a_stranger(classic, zed):
    assert mark(classic, zed, 4).status_code == 404


def test_a_mark_in_duet_is_one_sides_own(duet, ann):
    """D31: each side has marks of its own."""
    mark(duet, ann, 4)
    assert "marked-by" in duet.see("a")
    assert "marked-by" not in duet.see("b")
