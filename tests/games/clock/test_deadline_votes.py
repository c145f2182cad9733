"""What a deadline touches, at a table that chose so (T2, V13)."""

from datetime import timedelta

import pytest

from app.games.table import deadlines, votes
from app.games.table.loading import load_game
from tests.clock import pass_time
from tests.games.seats.voting import OWN, at_guess, away, mark, page_of, touch, word

LATE = "When time runs out, the card with the most marks is touched."


@pytest.fixture
def side(bob, zed, new_visitor):
    """Bob, Zed and Eve, who guess for red."""
    return bob, zed, new_visitor("Eve")


@pytest.fixture
def table_of(ann, cat, dan, side):
    """Lay a table of teams with this house rule, at which red guesses."""
    return lambda touching, operatives=side, **options: at_guess(touching, operatives, ann, (cat, dan), **options)


def test_the_deadline_touches_the_most_wanted_card(table_of, side, ann):
    """T2: where the table chose so, and without asking how many it takes; the log says that nobody did it."""
    bob, zed, eve = side
    table = table_of("all", clock=OWN, late_touch=True)
    assert LATE in page_of(table, bob)
    mark(table, bob, 1)
    for who in (zed, eve):
        mark(table, who, 3)
    pass_time(table.app, timedelta(days=1, minutes=1))
    with table.app.app_context():
        deadlines.sweep()
    assert table.moves[1:] == ["guess 3", "stop"]
    log = page_of(table, ann).split('id="log"')[1]
    assert "red agent, touched when time ran out" in log
    assert "stopped at the deadline" in log
    assert f"Red ran out of time, so the card with the most marks was touched: {word(table, 3)}, red agent." in page_of(
        table, ann
    )


def test_a_touch_of_ones_own_is_not_the_deadlines(table_of, side, ann):
    table = table_of("anyone", clock=OWN, late_touch=True)
    touch(table, side[0], 0)
    table.must("red-operative", "stop")
    log = page_of(table, ann).split('id="log"')[1]
    assert "when time ran out" not in log
    assert "stopped" in log


def test_marks_of_who_is_away_or_gone_choose_nothing(table_of, side):
    bob, zed, eve = side
    table = table_of("all", clock=OWN, late_touch=True)
    for who in (zed, eve):
        mark(table, who, 3)
    mark(table, bob, 1)
    away(table, zed)
    eve.post(f"/games/{table.code}/moves", move="resign", seen=1)
    with table.app.app_context():
        game = load_game(table.code)
        assert votes.cards_touched_at_deadline([game], {game.id: table.now()}) == {game.id: 1}


def test_among_equals_the_one_marked_first(table_of, side):
    table = table_of("majority", clock=OWN, late_touch=True)
    for who, card in ((side[0], 8), (side[0], 2), (side[1], 2), (side[1], 8)):
        mark(table, who, card)
        pass_time(table.app, timedelta(minutes=1))
    with table.app.app_context():
        game = load_game(table.code)
        assert votes.cards_touched_at_deadline([game], {game.id: table.now()}) == {game.id: 8}


def test_without_that_choice_or_a_clock_the_deadline_touches_nothing(table_of, side):
    for options in ({"clock": OWN}, {"late_touch": True}):
        table = table_of("all", **options)
        mark(table, side[0], 1)
        assert LATE not in page_of(table, side[0])
        pass_time(table.app, timedelta(days=1, minutes=1))
        with table.app.app_context():
            deadlines.sweep()
        assert "guess 1" not in table.moves
