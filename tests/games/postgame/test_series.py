"""The score of the games played one after the other at one table, on its end pages (K4)."""

import re

import pytest

from tests.games.tables import CLUE, DUET_KEYS, LOSING, WINNING, Table


def rematch(table: Table, seat: str) -> Table:
    """Deal again, as whoever is on a seat; the seats stay."""
    answer = table.people[seat].post(f"/games/{table.code}/rematch")
    return Table(table.app, answer.headers["Location"].removeprefix("/games/"), table.people)


def touch_assassin(table: Table) -> str:
    """Let the team to move touch the assassin at once; return the other team."""
    deal = table.game.deal
    table.must(f"{deal['first']}-spymaster", f"clue {CLUE} 1")
    table.must(f"{deal['first']}-operative", f"guess {deal['key'].index('x')}")
    return "blue" if deal["first"] == "red" else "red"


def score(page: str) -> str:
    """What the banner says of the games so far."""
    found = re.search(r'<p id="score">([^<]+)</p>', page)
    return found[1] if found else ""


def test_each_end_page_tells_the_score_up_to_it(classic, nobody):
    first = classic
    winners = [touch_assassin(first)]
    second = rematch(first, "red-spymaster")
    winners.append(touch_assassin(second))
    third = rematch(second, "blue-operative")
    winners.append(touch_assassin(third))
    assert score(first.see("red-operative")) == ""
    for games, table in ((2, second), (3, third)):
        red = winners[:games].count("red")
        told = f"{games} games at this table: Red {red}, Blue {games - red}"
        assert score(table.see("red-operative")) == told
        assert score(nobody.get(f"/games/{table.code}").text) == told


def test_a_duet_counts_what_was_won_and_lost(duet):
    for seat, move in WINNING:
        duet.must(seat, move)
    second = rematch(duet, "a")
    second.change(deal={**second.game.deal, "keys": DUET_KEYS})
    for seat, move in LOSING:
        second.must(seat, move)
    assert score(second.see("b")) == "2 games at this table: 1 won, 1 lost"


@pytest.mark.parametrize("reason", ["void", "abandoned"])
def test_a_game_that_nobody_has_won_counts_for_nobody(classic, reason):
    touch_assassin(classic)
    second = rematch(classic, "red-spymaster")
    touch_assassin(second)
    third = rematch(second, "red-spymaster")
    touch_assassin(third)
    second.change(reason=reason)
    assert score(third.see("red-spymaster")).startswith("2 games")


def test_games_of_one_table_alone_are_counted(classic, ann, bob, cat, dan):
    """Nor is a game counted that was dealt after the one that is looked at."""
    touch_assassin(classic)
    second = rematch(classic, "red-spymaster")
    touch_assassin(second)
    assert score(classic.see("red-spymaster")) == ""
