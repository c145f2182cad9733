"""Whom a table waits for, as the notices are told."""

from tests.games.clock.clocked_games import open_notices
from tests.games.tables import CLASSIC_KEY, lay


def test_l1_where_a_spymaster_leaves_the_operatives_are_awaited(ann, bob, cat, dan, new_visitor):
    eve = new_visitor("Eve")
    people = {"red-spymaster": ann, "red-operative": [bob, eve], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    assert set(open_notices(table, "turn")) == {ann.user.id}
    table.must("red-spymaster", "resign")
    told = open_notices(table, "turn")
    assert set(told) == {bob.user.id, eve.user.id}
    assert {notice.params["phase"] for notice in told.values()} == {""}
    assert bob.post(f"/games/{table.code}/seats").status_code == 303
    assert {user: notice.params["phase"] for user, notice in open_notices(table, "turn").items()} == {
        bob.user.id: "clue"
    }
