"""GET /games/<code>: how many cards were touched for each clue, always in sight (V12)."""

import re

from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, WINNING, lay


def clues(page):
    """What stands near the board: each heading with its clues."""
    if 'id="owing"' not in page:
        return {}
    block = page.split('id="owing"')[1].split("</div>")[0]
    lines = [re.sub(r"\s+", " ", line) for line in re.findall(r"<p>(.*?)</p>", block, re.DOTALL)]
    found = {line.split(" <span")[0].strip(): re.findall(r'class="debt[^>]*>(.*?)</span>', line) for line in lines}
    assert "" not in found
    return found


def test_a_team_sees_the_touches_for_each_of_its_clues(classic):
    """V12: a guess may be for an earlier clue. V14: only the spymaster knows how many cards of it are left."""
    classic.must("red-spymaster", "clue xylem 3")
    for seat in ("red-spymaster", "red-operative"):
        assert clues(classic.see(seat)) == {"Clues so far:": ["XYLEM 3: 0 touched"]}
    classic.must("red-operative", "guess 0", "guess 1", "stop")
    classic.must("blue-spymaster", f"clue {CLUE} 1")
    assert clues(classic.see("red-operative")) == {"Clues so far:": ["XYLEM 3: 2 touched"]}
    assert clues(classic.see("blue-operative")) == {"Clues so far:": [f"{CLUE.upper()} 1: 0 touched"]}


def test_a_touch_counts_for_the_clue_of_its_turn_whatever_it_was_for(classic):
    """V12: TREE 2, whose second card is found a turn later, and a wrong touch."""
    classic.must("red-spymaster", "clue xylem 2")
    classic.must("red-operative", "guess 0", "stop")
    classic.must("blue-spymaster", "clue yurt 1")
    classic.must("blue-operative", "guess 9", "stop")
    classic.must("red-spymaster", f"clue {CLUE} 1")
    classic.must("red-operative", "guess 1", "guess 17")
    assert clues(classic.see("red-operative")) == {
        "Clues so far:": ["XYLEM 2: 1 touched", f"{CLUE.upper()} 1: 2 touched"]
    }


def test_an_unlimited_clue(ann, bob, cat, dan):
    """V6, V7"""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY, "house": ["unlimited"]})
    table.must("red-spymaster", f"clue {CLUE} inf")
    assert clues(table.see("red-operative")) == {"Clues so far:": [f"{CLUE.upper()} ∞: 0 touched"]}


def test_the_sides_of_duet_find_for_each_other(duet):
    """D6: I guess from the other side's clues, and they from mine."""
    duet.must("a", "clue xylem 3")
    duet.must("b", "guess 0", "guess 20")
    duet.must("b", "clue yurt 2")
    assert clues(duet.see("a")) == {
        "Clues for you:": ["YURT 2: 0 touched"],
        "Clues for Bob:": ["XYLEM 3: 2 touched"],
    }
    assert clues(duet.see("b")) == {
        "Clues for you:": ["XYLEM 3: 2 touched"],
        "Clues for Ann:": ["YURT 2: 0 touched"],
    }


def test_clues_of_a_side_whose_agents_are_found_are_left_out(ann, bob):
    """D16: whatever its clues were for has been found."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.must("a", "clue xylem 5")
    table.must("b", "guess 0", "stop")
    table.must("b", f"clue {CLUE} 1")
    table.must("a", "guess 9", "stop")
    table.must("a", "clue yurt 9")
    assert clues(table.see("b"))["Clues for you:"] == ["XYLEM 5: 1 touched", "YURT 9: 0 touched"]
    table.must("b", *[f"guess {card}" for card in range(1, 9)])
    assert "Clues for you:" not in clues(table.see("b"))


def test_watchers_and_an_ended_game_have_no_such_line(duet, classic, nobody):
    classic.must("red-spymaster", f"clue {CLUE} 3")
    assert clues(nobody.get(f"/games/{classic.code}").text) == {}
    for move in WINNING:
        duet.must(*move)
    assert clues(duet.see("a")) == {}


def test_a_challenged_clue_is_left_out(classic):
    """V21"""
    classic.must("red-spymaster", f"clue {CLUE} 3")
    classic.must("blue-spymaster", "challenge", "decline")
    assert clues(classic.see("red-operative")) == {}
