"""A game that everybody at the table declares void counts for nobody (V23)."""

import pytest

from tests.games.clock.clocked_games import OWN, duet_at, open_notices, text_of
from tests.games.tables import CLUE, LOSING, lay

ASKING = 'id="void-vote"'


def test_v23_the_last_one_who_agrees_makes_the_game_void(classic):
    classic.must("red-spymaster", f"clue {CLUE} 2")
    for seat in ("blue-operative", "red-spymaster", "red-operative"):
        classic.must(seat, "void")
        assert classic.game.finished_at is None
    assert classic.moves == [f"clue {CLUE} 2"]
    page = classic.see("blue-spymaster")
    assert "For: Ann, Bob and Dan." in page
    assert "Still to answer: Cat." in page
    classic.must("blue-spymaster", "void")
    assert (classic.game.winner, classic.game.reason) == (None, "void")
    assert "The game is void: it counts for nobody." in classic.see("red-operative")
    assert "The game is void: it counts for nobody." in classic.people["red-operative"].get("/").text


def test_v23_whoever_plays_on_ends_the_vote(duet):
    duet.must("a", f"clue {CLUE} 1", "void")
    assert ASKING in duet.see("b")
    duet.must("b", "guess 0")
    assert ASKING not in duet.see("a") + duet.see("b")
    duet.must("b", "void")
    assert duet.game.reason is None


def test_v23_asking_twice_is_asking_once(duet, bob):
    duet.must("a", "void")
    told = open_notices(duet, "void")[bob.user.id].id
    duet.must("a", "void")
    assert open_notices(duet, "void")[bob.user.id].id == told
    assert duet.game.reason is None
    assert "Agree: the game is void" not in duet.see("a")
    assert "Agree: the game is void" in duet.see("b")


def test_v23_whoever_leaves_is_not_asked_any_more(ann, bob, cat):
    table = lay("duet", {"a": ann, "b": [bob, cat]})
    table.must("a", "void")
    table.must("b", "void", "resign")  # Bob leaves, Cat stays
    assert "Still to answer: Cat." in table.see("a")
    assert cat.post(f"/games/{table.code}/moves", move="void", seen=0).status_code == 303
    assert table.game.reason == "void"


def test_v23_of_a_table_that_has_moved_on_nothing_is_taken(duet):
    duet.must("a", f"clue {CLUE} 1")
    assert duet.play("b", "void", seen=0).status_code == 409
    assert duet.game.void_votes == []


def test_v23_watchers_are_not_asked(duet, nobody, zed):
    duet.must("a", "void")
    for who in (nobody, zed):
        page = who.get(f"/games/{duet.code}").text
        assert ASKING not in page
        assert 'value="void"' not in page
    assert zed.post(f"/games/{duet.code}/moves", move="void", seen=0).status_code == 404


@pytest.mark.parametrize("ending", ["b void", "b clue zyzzyva 1"])
def test_v23_at_ones_own_pace_the_others_are_told(ann, bob, ending):
    table = duet_at(OWN, ann, bob)
    table.must("a", "void")
    assert set(open_notices(table, "void")) == {bob.user.id}
    assert "Someone at the table would like to declare the game void" in text_of(bob.get("/notices"))
    table.must(*ending.split(" ", 1))
    assert open_notices(table, "void") == {}


def test_v23_an_ended_game_stays_what_it_is(duet):
    for seat, move in LOSING:
        duet.must(seat, move)
    assert duet.play("a", "void").status_code == 422
    assert 'value="void"' not in duet.see("a")
