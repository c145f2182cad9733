"""POST /games/<code>/days: a day more for those who are awaited."""

from datetime import timedelta

import pytest

from tests.clock import pass_time
from tests.games.clock.clocked_games import DAY, LIVE, OWN, classic_at, do, duet_at, open_notices, stall
from tests.games.tables import CLUE


@pytest.fixture
def table(ann, bob):
    """A Duet at two days a phase, in which Bob guesses."""
    table = duet_at(OWN, ann, bob)
    table.must("a", f"clue {CLUE} 2")
    return table


def give(table, person, **fields):
    return do(table, person, "days", **fields)


def test_the_awaited_side_has_a_day_more(table, ann, bob):
    before = table.game.deadline
    assert give(table, ann).status_code == 303
    game = table.game
    assert (game.deadline - before, game.given) == (DAY, 86400)
    assert "Ann gave you an extra day." in table.see("b")
    assert "1 extra day given." in table.see("b")
    assert "Ann gave an extra day." in table.see("a")
    assert open_notices(table, "turn")[bob.user.id].deadline == game.deadline


def test_three_days_at_most_in_a_phase(table, ann):
    before = table.game.deadline
    for _ in range(3):
        assert give(table, ann).status_code == 303
    assert 'id="give-time"' not in table.see("a")
    refused = give(table, ann)
    assert refused.status_code == 422
    assert "Three days have already been given" in refused.text
    assert table.game.deadline - before == 3 * DAY


def test_the_next_phase_has_its_own_three(table, ann, bob):
    give(table, ann)
    table.must("b", "guess 20")
    assert table.game.given == 0
    assert "day given" not in table.see("b")
    table.must("b", f"clue {CLUE} 1")
    for _ in range(3):
        assert give(table, bob).status_code == 303


def test_what_was_given_is_used_before_what_is_in_store(ann, bob):
    table = duet_at("own 86400+86400", ann, bob)
    table.must("a", f"clue {CLUE} 1")
    give(table, ann)
    pass_time(table.app, 2 * DAY - timedelta(hours=1))
    table.must("b", "guess 20")
    assert table.game.banks["b"] == 86400


def test_the_side_that_is_awaited_gives_itself_nothing(table, bob, ann):
    assert 'id="give-time"' in table.see("a")
    assert 'id="give-time"' not in table.see("b")
    assert give(table, bob).status_code == 422
    assert table.game.given == 0


def test_a_team_gives_to_the_other_one_alone(ann, bob, cat, dan):
    table = classic_at(OWN, (ann, bob, cat, dan))
    assert give(table, bob).status_code == 422, "his own spymaster is awaited"
    for person in (cat, dan):
        assert give(table, person).status_code == 303


def test_in_the_opening_of_a_duet_either_side_gives(ann, bob):
    """D5: both are awaited."""
    table = duet_at(OWN, ann, bob)
    assert give(table, ann).status_code == 303
    assert give(table, bob).status_code == 303
    assert table.game.given == 2 * 86400


@pytest.mark.parametrize("clock", ["", LIVE])
def test_at_an_own_pace_alone(ann, bob, clock):
    table = duet_at(clock, ann, bob)
    assert 'id="give-time"' not in table.see("a")
    assert give(table, ann).status_code == 422


def test_the_table_had_moved_on(table, ann):
    assert give(table, ann, seen=0).status_code == 409
    assert give(table, ann, seen="x").status_code == 422
    assert table.game.given == 0


def test_too_late(table, ann):
    """T5: a phase that is over is not brought back."""
    seen = table.game.version
    pass_time(table.app, 3 * DAY)
    assert give(table, ann, seen=seen).status_code == 409
    assert table.moves[-1] == "timeout"


def test_not_at_a_stalled_table_and_not_after_the_end(ann, bob, zed):
    table = stall(duet_at(OWN, ann, bob))
    refused = give(table, ann)
    assert refused.status_code == 422
    assert "first choose how to continue" in refused.text
    assert give(table, zed).status_code == 404
    table.must("a", "resign")
    assert give(table, ann).status_code == 422
