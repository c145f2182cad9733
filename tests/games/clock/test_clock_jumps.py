"""The server's clock is put an hour forward and back again: games go on, and none ends that had not stalled."""

from datetime import timedelta

import pytest

from app.db import now
from tests.clock import pass_time
from tests.games import situations
from tests.games.clock.deadline_steps import HOUR, MINUTE, SECOND, come_to, miss, sweep
from tests.games.tables import CLUE, Table


def put_forward_and_back(table: Table) -> None:
    """Put the clock an hour forward, let the worker look a few times within ten seconds, and put it back."""
    pass_time(table.app, HOUR)
    for _ in range(3):
        sweep(table)
        pass_time(table.app, 5 * SECOND)
    pass_time(table.app, -HOUR)
    sweep(table)


@pytest.mark.parametrize("clock", ["live 60", "live 60+300", "own 43200"])
def test_it_costs_one_phase_at_most(ann, bob, clock):
    """T5: no acknowledged move is lost, one phase of a live game may be, and people play on."""
    table = situations.duet(ann, bob, clock)
    table.must("a", f"clue {CLUE} 2")
    table.must("b", "guess 0")
    before = table.moves
    put_forward_and_back(table)
    assert table.moves == before + ["timeout"] * clock.startswith("live")
    table.must("b", *(["guess 1"] if clock.startswith("own") else [f"clue {CLUE} 2"]))
    assert table.game.finished_at is None


def test_time_is_right_again_with_the_next_phase(ann, bob):
    table = situations.duet(ann, bob, "live 60")
    table.must("a", f"clue {CLUE} 2")
    put_forward_and_back(table)
    table.must("b", f"clue {CLUE} 1")
    assert timedelta() < table.game.deadline - now() <= MINUTE


def test_t4_a_third_missed_phase_stalls_the_game_and_does_not_end_it(ann, bob):
    """It waits for the other side to choose, and for the missing side to move, as ever."""
    table = situations.duet(ann, bob, "live 60")
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    miss(table)
    table.must("a", f"clue {CLUE} 1")
    put_forward_and_back(table)
    game = table.game
    assert game.stalled_at is not None
    assert game.finished_at is None
    table.must("b", "guess 0")
    assert table.game.stalled_at is None


def test_a_deadline_within_the_hour_comes_early_and_once(ann, bob):
    table = situations.duet(ann, bob, "own 43200")
    table.must("a", f"clue {CLUE} 2")
    come_to(table, 30 * MINUTE)
    put_forward_and_back(table)
    assert table.moves[1:] == ["timeout"]
