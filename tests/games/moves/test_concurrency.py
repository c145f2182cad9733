"""Two people at once: real requests from real threads."""

from collections import Counter

from tests.concurrency import at_once
from tests.games.tables import CLUE, lay


def test_twenty_touches_at_one_seen_are_one_move(ann, cat, dan, new_visitor):
    operatives = [new_visitor(f"Operative{i}") for i in range(20)]
    people = {"red-spymaster": ann, "red-operative": operatives, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": "r" * 9 + "b" * 8 + "." * 7 + "x"})
    table.send("red-spymaster", f"clue {CLUE} 2")

    def touch(who, card):
        return lambda: who.post(f"/games/{table.code}/moves", move=f"guess {card}", seen=1)

    answers = at_once([touch(who, number % 5) for number, who in enumerate(operatives)])
    assert Counter(answer.status_code for answer in answers) == {303: 1, 409: 19}
    assert len(table.moves) == 2
    assert all("The table changed" in answer.text for answer in answers if answer.status_code == 409)


def test_both_sides_open_a_duet_at_once(duet, ann, bob):
    """D5: the first clue sent opens the game, the other one meets a table that has moved on."""
    actions = [
        lambda who=who: who.post(f"/games/{duet.code}/moves", move=f"clue {CLUE} 2", seen=0) for who in (ann, bob)
    ]
    answers = at_once(actions)
    assert Counter(answer.status_code for answer in answers) == {303: 1, 409: 1}
    assert len(duet.moves) == 1


def test_ten_rematches_at_once_are_one_game(classic, ann, bob, cat, dan):
    """K4: whoever clicks, all are led to the same new game."""
    classic.send("red-spymaster", f"clue {CLUE} 1")
    classic.send("red-operative", "guess 24")
    actions = [lambda who=who: who.post(f"/games/{classic.code}/rematch") for who in (ann, bob, cat, dan, ann)]
    answers = at_once(actions)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.headers["Location"] for answer in answers}) == 1
