"""Which card a deadline touches, where the table chose so, and what that costs (V13, T2, T3)."""

import pytest

from app.db import db
from app.games.table import votes
from app.rules import Tokens
from tests.games.board.test_marks import mark
from tests.games.clock.deadline_steps import DAY, LOOKS, SECOND, come_to, miss
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

OWN = "own 86400"


@pytest.fixture
def eve(new_visitor):
    return new_visitor("Eve")


@pytest.fixture
def fay(new_visitor):
    return new_visitor("Fay")


@pytest.fixture
def classic(ann, bob, cat, dan, eve, fay) -> Table:
    """A classic game with three red operatives, Bob, Eve and Fay, who have a clue."""
    people = {"red-spymaster": ann, "red-operative": [bob, eve, fay], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, clock=OWN, late_touch=True)
    table.must("red-spymaster", f"clue {CLUE} 2")
    return table


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet in which Bob has a clue."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=OWN, mistakes=5, late_touch=True)
    table.must("a", f"clue {CLUE} 2")
    return table


def tokens(table: Table) -> Tokens:
    return table.now().view(None).tokens


@pytest.mark.parametrize("look", LOOKS)
def test_t2_the_card_with_most_marks_is_touched_then_the_turn_ends(classic, bob, eve, fay, look):
    for who, card in ((bob, 17), (eve, 3), (fay, 3)):
        mark(classic, who, card)
    come_to(classic, -5 * SECOND)
    due = classic.game.deadline
    LOOKS[look](classic)
    touched, stopped = classic.rows[-2:]
    assert (touched.text, touched.seat, touched.user_id, touched.played_at) == ("guess 3", "red-operative", None, due)
    assert (stopped.text, stopped.user_id, stopped.played_at) == ("stop", None, due)
    assert (classic.game.turn, classic.game.phase_began_at) == (["blue-spymaster"], due)


def test_the_first_marked_of_two_with_equal_marks(classic, bob, eve, fay):
    for who, card in ((fay, 5), (bob, 17), (eve, 5), (eve, 4), (bob, 4)):
        mark(classic, who, card)
    miss(classic)
    assert classic.moves[-2:] == ["guess 5", "stop"]


def test_a_mark_that_was_taken_back_is_none(classic, bob, eve):
    for who, card in ((bob, 17), (eve, 3), (bob, 17)):
        mark(classic, who, card)
    miss(classic)
    assert classic.moves[-2:] == ["guess 3", "stop"]


def test_who_left_does_not_count(classic, bob, eve, fay):
    for who, card in ((bob, 17), (eve, 17), (fay, 3)):
        mark(classic, who, card)
    for who in (bob, eve):
        classic.people["red-operative"] = who
        classic.must("red-operative", "resign")
    miss(classic)
    assert classic.moves[-2:] == ["guess 3", "stop"]


def test_who_was_away_at_the_deadline_does_not_count(classic, bob, eve):
    mark(classic, bob, 17)
    mark(classic, eve, 3)
    with classic.app.app_context():
        away = "UPDATE users SET away_from = now(), away_until = now() + interval '3 days' WHERE id = :id"
        db.session.execute(db.text(away), {"id": bob.user.id})
        db.session.commit()
    miss(classic)
    assert classic.moves[-2:] == ["guess 3", "stop"]


def test_the_other_teams_marks_do_not_count(classic, dan):
    mark(classic, dan, 3)
    miss(classic)
    assert classic.moves[-1] == "timeout"


def test_a_card_that_is_turned_is_not_touched_again(classic, bob, eve):
    for who, card in ((bob, 3), (eve, 3), (bob, 4)):
        mark(classic, who, card)
    classic.must("red-operative", "guess 3")
    miss(classic)
    assert classic.moves[-2:] == ["guess 4", "stop"]


def test_a_card_that_only_the_other_side_may_still_touch_is_not_touched(duet, ann, bob):
    """D8, D10: Bob met a bystander there."""
    duet.must("b", "guess 10", f"clue {CLUE} 1")
    duet.must("a", "guess 9", "stop", f"clue {CLUE} 2")
    mark(duet, bob, 10)
    miss(duet)
    assert duet.moves[-1] == "timeout"


def test_marks_of_an_earlier_clue_touch_nothing(duet, bob):
    """Nobody has pointed at anything for the clue that is running."""
    mark(duet, bob, 4)
    duet.must("b", "guess 0", "stop", f"clue {CLUE} 1")
    duet.must("a", "guess 9", "stop", f"clue {CLUE} 1")
    miss(duet)
    assert duet.moves[-1] == "timeout"


def test_without_marks_the_time_just_runs_out(classic):
    miss(classic)
    assert classic.moves[-1] == "timeout"


def test_only_where_the_table_chose_so(classic, bob):
    classic.change(late_touch=False)
    mark(classic, bob, 3)
    miss(classic)
    assert classic.moves[-1] == "timeout"


def test_a_wrong_card_ends_the_turn_by_itself(classic, bob):
    mark(classic, bob, 17)
    miss(classic)
    assert (classic.moves[-1], classic.game.turn) == ("guess 17", ["blue-spymaster"])


def test_the_assassin_ends_the_game(classic, bob, ann):
    mark(classic, bob, 24)
    miss(classic)
    assert (classic.moves[-1], classic.game.winner, classic.game.reason) == ("guess 24", "blue", "assassin")
    assert classic.game.deadline is None
    assert "assassin" in classic.see("red-spymaster")


@pytest.mark.parametrize(
    ("card", "left"),
    [(4, Tokens(bystander=5, check=3, spent_b=1)), (10, Tokens(bystander=4, check=4, on_cards=1))],
    ids=["agent", "bystander"],
)
def test_t3_in_duet_a_touch_costs_what_it_costs_by_hand(duet, bob, card, left):
    """D8, D12: one token, whichever it is."""
    mark(duet, bob, card)
    miss(duet)
    assert tokens(duet) == left
    assert duet.game.turn == ["b"]


def test_t3_in_duet_side_a_as_well(duet, ann):
    duet.must("b", "guess 0", "stop", f"clue {CLUE} 1")
    mark(duet, ann, 12)
    miss(duet)
    assert duet.moves[-2:] == ["guess 12", "stop"]
    assert tokens(duet) == Tokens(bystander=5, check=2, spent_a=1, spent_b=1)


def test_t3_in_duet_the_assassin_loses(duet, bob):
    mark(duet, bob, 15)
    miss(duet)
    assert duet.game.reason == "assassin"


def test_t3_the_last_agent_wins(duet, ann, bob):
    for card in range(8):
        duet.must("b", f"guess {card}")
    duet.must("b", "stop", f"clue {CLUE} 6")
    for card in range(9, 15):
        duet.must("a", f"guess {card}")
    assert duet.game.turn == ["a"], "only A has anything left to give a clue for"
    duet.must("a", f"clue {CLUE} 1")
    mark(duet, bob, 8)
    miss(duet)
    assert (duet.game.winner, duet.game.reason) == ("team", "agents")


def test_t4_a_side_whose_marks_decided_was_there(duet, bob):
    """A touch for them is no phase missed."""
    miss(duet)
    miss(duet)
    duet.must("a", f"clue {CLUE} 1")
    mark(duet, bob, 4)
    miss(duet)
    assert duet.game.stalled_at is None
    assert duet.now().missed == ()


def test_a_touch_uses_up_the_bank(ann, bob):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock="own 86400+86400", late_touch=True)
    table.must("a", f"clue {CLUE} 2")
    mark(table, bob, 4)
    miss(table)
    assert table.game.banks == {"a": 86_400, "b": 0}
    assert table.game.deadline - table.game.phase_began_at == DAY


def test_many_tables_are_looked_at_by_one_statement(app, classic, duet, bob):
    mark(classic, bob, 3)
    mark(duet, bob, 4)
    with app.app_context():
        games = [table.game for table in (classic, duet)]
        tables = {games[0].id: classic.now(), games[1].id: duet.now()}
        assert votes.cards_touched_at_deadline(games, tables) == {games[0].id: 3, games[1].id: 4}
        assert votes.cards_touched_at_deadline([], {}) == {}
