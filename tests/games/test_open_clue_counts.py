"""GET /games/<code>: what each clue still owes, always in sight (V12)."""

import re

from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, WINNING, lay


def owed(page):
    """What stands near the board of debts: each heading with its clues."""
    if 'id="owing"' not in page:
        return {}
    block = page.split('id="owing"')[1].split("</div>")[0]
    lines = [re.sub(r"\s+", " ", line) for line in re.findall(r"<p>(.*?)</p>", block, re.DOTALL)]
    debts = {line.split(" <span")[0].strip(): re.findall(r'class="debt[^>]*>(.*?)</span>', line) for line in lines}
    assert "" not in debts
    return debts


def test_a_team_sees_what_its_own_clues_owe(classic):
    """V12: a guess may be for an earlier clue."""
    classic.must("red-spymaster", "clue xylem 3")
    for seat in ("red-spymaster", "red-operative"):
        assert owed(classic.see(seat)) == {"Still to find:": ["XYLEM 3: 3 left"]}
    classic.must("red-operative", "guess 0", "guess 1", "stop")
    classic.must("blue-spymaster", f"clue {CLUE} 1")
    assert owed(classic.see("red-operative")) == {"Still to find:": ["XYLEM 3: 1 left"]}
    assert owed(classic.see("blue-operative")) == {"Still to find:": [f"{CLUE.upper()} 1: 1 left"]}


def test_a_clue_that_owes_nothing_stands_there_while_it_runs(classic):
    classic.must("red-spymaster", f"clue {CLUE} 1")
    classic.must("red-operative", "guess 0")
    assert owed(classic.see("red-operative")) == {"Still to find:": [f"{CLUE.upper()} 1: 0 left"]}
    classic.must("red-operative", "stop")
    assert owed(classic.see("red-operative")) == {}


def test_a_clue_without_a_number_to_owe(ann, bob, cat, dan):
    """V6, V7"""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY, "house": ["unlimited"]})
    table.must("red-spymaster", f"clue {CLUE} inf")
    assert owed(table.see("red-operative")) == {"Still to find:": [f"{CLUE.upper()} ∞"]}


def test_the_sides_of_duet_find_for_each_other(duet):
    """D6: I guess from the other side's clues, and they from mine."""
    duet.must("a", "clue xylem 3")
    duet.must("b", "guess 0", "guess 20")
    duet.must("b", "clue yurt 2")
    assert owed(duet.see("a")) == {
        "Clues for you:": ["YURT 2: 2 left"],
        "Clues for the other side:": ["XYLEM 3: 2 left"],
    }
    assert owed(duet.see("b")) == {
        "Clues for you:": ["XYLEM 3: 2 left"],
        "Clues for the other side:": ["YURT 2: 2 left"],
    }


def test_a_side_whose_agents_are_found_is_owed_nothing(ann, bob):
    """D16: whatever its clues were for has been found."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.must("a", "clue xylem 5")
    table.must("b", "guess 0", "stop")
    table.must("b", f"clue {CLUE} 1")
    table.must("a", "guess 9", "stop")
    table.must("a", "clue yurt 9")
    assert owed(table.see("b"))["Clues for you:"] == ["XYLEM 5: 4 left", "YURT 9: 9 left"]
    table.must("b", *[f"guess {card}" for card in range(1, 9)])
    assert owed(table.see("b")) == {}


def test_who_watches_and_who_has_finished_owes_nothing(duet, classic, nobody):
    classic.must("red-spymaster", f"clue {CLUE} 3")
    assert owed(nobody.get(f"/games/{classic.code}").text) == {}
    for move in WINNING:
        duet.must(*move)
    assert owed(duet.see("a")) == {}


def test_a_challenged_clue_owes_nothing(classic):
    """V21"""
    classic.must("red-spymaster", f"clue {CLUE} 3")
    classic.must("blue-spymaster", "challenge", "decline")
    assert owed(classic.see("red-operative")) == {}
