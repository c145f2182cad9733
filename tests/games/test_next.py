"""GET /next and the list of one's games: those that wait first."""

from app.games import listing
from tests.games.tables import CLUE, DUET_KEYS, lay


def mine(who):
    with who.app.app_context():
        return listing.mine(who.user.id)


def test_the_game_that_has_waited_longest(ann, bob):
    first, second = (lay("duet", {"a": ann, "b": bob}) for _ in range(2))
    assert ann.get("/next").headers["Location"] == f"/games/{first.code}"
    first.must("a", f"clue {CLUE} 2")
    assert ann.get("/next").headers["Location"] == f"/games/{second.code}"
    assert [row.waiting for row in mine(ann)] == [True, False]


def test_nothing_waits(classic, bob, nobody):
    assert bob.get("/next").headers["Location"] == "/"
    assert nobody.get("/next").headers["Location"] == "/"


def test_finished_games_come_last_and_wait_for_nobody(classic, bob, ann):
    classic.must("red-spymaster", f"clue {CLUE} 1")
    classic.must("red-operative", "guess 24")
    running = lay("duet", {"a": ann, "b": bob})
    rows = mine(bob)
    assert [row.code for row in rows] == [running.code, classic.code]
    assert rows[1].state == "Blue wins: Red touched the assassin."
    assert bob.get("/next").headers["Location"] == f"/games/{running.code}"


def test_a_row_says_for_whom_one_waits(classic, bob):
    row = mine(bob)[0]
    assert (row.people, row.state) == ("Ann, Cat, Dan", "Waiting for Ann")


def test_the_longest_waiting_is_by_the_last_move(ann, bob):
    first, second = (lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}) for _ in range(2))
    first.must("a", f"clue {CLUE} 2")
    first.must("b", "guess 20")
    first.must("b", f"clue {CLUE} 2")  # now it waits for Ann too, but since later
    assert ann.get("/next").headers["Location"] == f"/games/{second.code}"
