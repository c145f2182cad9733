"""GET /next and the list of one's games: the most pressing first."""

from datetime import timedelta

import pytest

from app.db import now
from app.games.moves import seating
from app.games.store.players import find_player
from app.games.store.topics import game_topic
from app.games.table.loading import load_game
from app.games.web import game_list
from app.notifications import bell
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, lay
from tests.statements import recorded_statements

HOUR = timedelta(hours=1)


def mine(who):
    with who.app.app_context():
        return game_list.load_games(who.user.id)


def waiting(who, but=""):
    with who.app.app_context():
        return len(bell.load_bell(who.user.id).awaited - {game_topic(but)})


def due(table, within):
    """Let a table's players have so much time."""
    table.change(deadline=now() + within)
    return table


def lead(who, address="/next"):
    """Where somebody is led to, and what they are told there."""
    where = who.get(address).location
    return where, who.get(where).text


def test_the_game_that_has_waited_longest(ann, bob):
    first, second = (lay("duet", {"a": ann, "b": bob}) for _ in range(2))
    assert ann.get("/next").headers["Location"] == f"/games/{first.code}"
    first.send("a", f"clue {CLUE} 2")
    assert ann.get("/next").headers["Location"] == f"/games/{second.code}"
    assert [row.waiting for row in mine(ann)] == [True, False]


def test_nothing_waits(classic, bob, nobody):
    where, told = lead(bob)
    assert where == "/"
    assert "No game is waiting for you right now." in told
    where, told = lead(nobody)
    assert where == "/"
    assert "Sign in to see which game is waiting for you." in told


def test_deadlines_come_before_what_has_none(ann, bob):
    none, late, soon = (lay("duet", {"a": ann, "b": bob}) for _ in range(3))
    due(late, 9 * HOUR), due(soon, HOUR)
    assert [row.code for row in mine(ann)] == [soon.code, late.code, none.code]
    assert ann.get("/next").location == f"/games/{soon.code}"


def test_whose_turn_it_is_comes_before_every_deadline(ann, bob):
    mine_without, theirs_soon = (lay("duet", {"a": ann, "b": bob}) for _ in range(2))
    theirs_soon.send("a", f"clue {CLUE} 2")
    due(theirs_soon, HOUR)
    assert [row.code for row in mine(ann)] == [mine_without.code, theirs_soon.code]
    assert ann.get("/next").location == f"/games/{mine_without.code}"


def test_the_way_on_leaves_out_the_game_one_comes_from(ann, bob):
    first, second = (due(lay("duet", {"a": ann, "b": bob}), hours * HOUR) for hours in (1, 2))
    assert ann.get(f"/next?but={first.code}").location == f"/games/{second.code}"
    assert ann.get(f"/next?but={second.code}").location == f"/games/{first.code}"
    assert (waiting(ann), waiting(ann, first.code)) == (2, 1)
    second.send("a", f"clue {CLUE} 2")
    where, told = lead(ann, f"/next?but={first.code}")
    assert where == "/"
    assert "No other game is waiting for you right now." in told
    assert (waiting(ann), waiting(ann, first.code)) == (1, 0)


@pytest.mark.parametrize("but", ["", "zzzzzzzz", "%00", "x' OR 1=1", "é" * 3000])
def test_a_game_that_is_none_is_not_left_out(duet, ann, but):
    assert ann.get(f"/next?but={but}").location == f"/games/{duet.code}"


def test_nobody_elses_games_wait(duet, zed):
    assert zed.get("/next").location == "/"
    assert waiting(zed) == 0


def test_a_game_that_one_left_waits_no_more(ann, bob, cat, dan, new_visitor):
    seats = {"red-spymaster": ann, "red-operative": [bob, new_visitor("Eve")]}
    table = lay(
        "classic", {**seats, "blue-spymaster": cat, "blue-operative": dan}, {"first": "red", "key": CLASSIC_KEY}
    )
    assert waiting(ann) == 1
    table.send("red-spymaster", "resign")
    assert waiting(ann) == 0
    assert mine(ann) == []


def test_operatives_without_a_spymaster_are_waited_for(ann, bob, cat, dan, new_visitor):
    """L1: as the table itself asks for a volunteer, whoever left, and of that team alone."""
    eve = new_visitor("Eve")
    people = {"red-spymaster": ann, "red-operative": [bob, eve], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    for step in ((), ("red-spymaster", "resign")):
        if step:
            table.send(*step)
        for who in (bob, eve, cat, dan):
            with who.app.app_context():
                game = load_game(table.code)
                asked = seating.may_become_spymaster(game, find_player(game, who.user.id))
            assert waiting(who) == asked == (bool(step) and who in (bob, eve))
    bob.post(f"/games/{table.code}/seats")
    assert (waiting(bob), waiting(eve)) == (1, 0)  # to give a clue


def test_a_stalled_table_says_so_and_nobody_s_time_runs(duet, ann, bob):
    """T4"""
    duet.send("a", f"clue {CLUE} 1")
    due(duet, HOUR).change(stalled_at=now())
    [row] = mine(ann)
    assert (row.waiting, row.state, row.until) == (False, "On hold: three turns missed in a row", None)
    [row] = mine(bob)
    assert (row.waiting, row.state, row.until) == (True, "Your turn", None)
    assert bob.get("/next").location == f"/games/{duet.code}"


def test_a_row_says_how_much_time_is_left(duet, ann):
    due(duet, 5 * HOUR + timedelta(minutes=3, seconds=30))
    page = " ".join(ann.get("/").text.split())
    assert 'Time left: <time datetime="' in page
    assert 'data-countdown="" role="timer">5 hours, 3 minutes</time>' in page


def test_it_is_one_statement_however_many_games_there_are(app, ann, bob):
    tables = [lay("duet", {"a": ann, "b": bob}) for _ in range(5)]
    with app.app_context(), recorded_statements(app) as sent:
        assert waiting(ann, tables[0].code) == 4
        assert game_list.next_game_code(ann.user.id) == tables[0].code
    assert len(sent) == 2


def test_finished_games_come_last_and_wait_for_nobody(classic, bob, ann):
    classic.send("red-spymaster", f"clue {CLUE} 1")
    classic.send("red-operative", "guess 24")
    running = lay("duet", {"a": ann, "b": bob})
    rows = mine(bob)
    assert [row.code for row in rows] == [running.code, classic.code]
    assert rows[1].state == "Blue wins: Red touched the assassin."
    assert bob.get("/next").headers["Location"] == f"/games/{running.code}"


def test_a_row_says_for_whom_one_waits(classic, bob):
    row = mine(bob)[0]
    assert (row.people, row.state) == ("Ann, Cat and Dan", "Waiting for Ann")


def test_the_longest_waiting_is_by_the_last_move(ann, bob):
    first, second = (lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}) for _ in range(2))
    first.send("a", f"clue {CLUE} 2")
    first.send("b", "guess 20")
    first.send("b", f"clue {CLUE} 2")  # now it waits for Ann too, but since later
    assert ann.get("/next").headers["Location"] == f"/games/{second.code}"
