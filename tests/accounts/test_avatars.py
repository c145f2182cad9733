"""Avatars: the same drawing for a name wherever it stands, told apart by shape and not by colour alone."""

import re
from collections import Counter

from app.accounts.avatars import COLOURS, EMBLEMS, FRAMES, GROUNDS, Avatar, avatar_of
from app.config import ROOT
from tests.games.tables import CLASSIC_KEY, CLUE, lay

DRAWN = re.compile(r'<svg class="avatar (\w+) (\w+) (\w+)".*?icons\.svg[^#"]*#e(\d+)"', re.DOTALL)


def drawn(text: str) -> list[Avatar]:
    """The avatars on a page."""
    return [Avatar(int(emblem), *look) for *look, emblem in DRAWN.findall(text)]


def test_a_name_keeps_its_avatar_for_ever():
    """What people have come to know each other by does not change with a release."""
    assert avatar_of("Ann") == Avatar(14, "round", "filled", "yellow")
    assert avatar_of("Élodie") == Avatar(13, "square", "filled", "ink")


def test_names_are_told_apart_by_more_than_colour():
    """Of names that are much alike, all shapes are had, and none by many more than its share."""
    shapes = Counter(avatar_of(f"Player {number}")[:3] for number in range(2000))
    assert len(shapes) == EMBLEMS * len(FRAMES) * len(GROUNDS)
    assert max(shapes.values()) < 3 * 2000 / len(shapes)


def test_every_emblem_is_drawn_and_every_look_has_its_rule():
    symbols = re.findall(r'<symbol id="e(\d+)"', (ROOT / "static/images/icons.svg").read_text())
    assert sorted(map(int, symbols)) == list(range(EMBLEMS))
    rules = set(re.findall(r"^\.avatar\.(\w+) ", (ROOT / "static/site/app.css").read_text(), re.MULTILINE))
    assert rules == {*FRAMES, *GROUNDS, *COLOURS} - {FRAMES[0], GROUNDS[0], COLOURS[0]}  # the first of each need none


def test_the_same_drawing_stands_wherever_the_name_does(ann, bob, cat, dan):
    """In the header of one's own pages, on the profile, at the table, in its chat and in a lobby."""
    mine = avatar_of("Ann")
    seats = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
    classic = lay("classic", dict(zip(seats, (ann, bob, cat, dan), strict=True)))
    assert drawn(ann.get("/rules").text) == [mine]
    assert drawn(ann.get(f"/people/{ann.user.id}").text) == [mine, mine]
    assert drawn(classic.see("blue-operative")).count(mine) == 1
    ann.post(f"/games/{classic.code}/talk", text="hello")
    assert drawn(classic.see("red-operative")).count(mine) == 2
    lobby = ann.post("/lobbies", variant="classic", seat="red-spymaster").headers["Location"]
    assert mine in drawn(bob.get(lobby).text)


def test_where_a_side_of_duet_is_one_player_each_name_has_one(ann, bob, nobody):
    duet = lay("duet", {"a": ann, "b": bob})
    people = nobody.get(f"/games/{duet.code}").text.partition('id="people"')[2]
    assert drawn(people) == [avatar_of(name) for name in ("Ann", "Bob")]


def test_marks_and_the_list_of_clues_bear_them(ann, bob, cat, dan, zed):
    """Teams have their colours; where a side of Duet is one player, the clue has a name."""
    people = {"red-spymaster": ann, "red-operative": [bob, zed], "blue-spymaster": cat, "blue-operative": dan}
    classic = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    classic.must("red-spymaster", f"clue {CLUE} 1")
    zed.post(f"/games/{classic.code}/marks", card=3, seen=0)
    card = classic.see("red-spymaster").partition('id="card-3"')[2].partition("</li>")[0]
    assert drawn(card) == [avatar_of("Zed")]
    duet = lay("duet", {"a": ann, "b": bob})
    duet.must("a", f"clue {CLUE} 1")
    assert drawn(duet.see("b").partition('id="turn-')[2].partition("</li>")[0]) == [avatar_of("Ann")]
