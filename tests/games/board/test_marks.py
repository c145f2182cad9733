"""POST /games/<code>/marks: pointing at a card for one's own team (V13)."""

import re

import pytest

from tests.games.tables import CLUE, lay


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


def test_who_left_points_at_nothing(ann, bob, cat, dan, new_visitor):
    eve = new_visitor("Eve")
    people = {"red-spymaster": ann, "red-operative": [bob, eve], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red"})
    mark(table, bob, 4)
    assert "Bob" in marks_shown(table, eve)
    table.must("red-operative", "resign")
    assert marks_shown(table, eve) == ""


def test_a_covered_card_loses_its_marks(classic, dan):
    """V21: covering reveals a card too."""
    mark(classic, dan, 9)
    classic.must("red-spymaster", f"clue {CLUE} 2")
    classic.must("blue-spymaster", "challenge", "cover 9")
    assert marks_shown(classic, dan) == ""


def test_the_other_sides_marks_outlive_a_bystander(duet, ann):
    """D8: the card is still open to the other side, and so are its marks."""
    mark(duet, ann, 20)
    duet.must("a", f"clue {CLUE} 1")
    duet.must("b", "guess 20")
    assert "Ann" in marks_shown(duet, ann)


def test_marks_are_gone_at_the_end(classic, bob):
    mark(classic, bob, 4)
    classic.must("red-spymaster", "resign")
    assert marks_shown(classic, bob) == ""


def marks_shown(table, who) -> str:
    """The names on the marks that somebody sees."""
    page = who.get(f"/games/{table.code}").text
    return " ".join(re.findall(r'marked-by"><span class="visually-hidden">, marked by ([^<]*)<', page))


def test_ones_own_marks_are_told_from_others(classic, ann, bob):
    mark(classic, bob, 4)
    pressed = re.findall(r'aria-label="Mark [^"]+"\s+aria-pressed="true"', classic.see("red-operative"))
    assert len(pressed) == 1
    assert 'aria-pressed="true"' not in classic.see("red-spymaster")
