"""T2-T5: what the clock does when time runs out, played through the service, the pages and the sweep."""

import re
from datetime import timedelta

import pytest

from app.db import db
from app.games.table import deadlines
from app.games.table.deadlines import LATE_AFTER, STALL_DURATION
from app.games.table.loading import load_game
from app.notifications.models import Notice
from app.rules import Tokens
from tests.clock import pass_time
from tests.games.clock.clocked_games import stall
from tests.games.clock.deadline_steps import DAY, HOUR, LOOKS, MINUTE, SECOND, come_to, miss, sweep
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

OWN, LIVE = "own 86400", "live 60"


@pytest.fixture
def classic(ann, bob, cat, dan) -> Table:
    """A classic game at a day a phase, in which red starts."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    return lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, clock=OWN)


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet at a day a phase, with tokens of both kinds."""
    return lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=OWN, mistakes=5)


@pytest.fixture(params=LOOKS)
def look(request):
    """Every way to look at a table."""
    return LOOKS[request.param]


def tokens(table: Table) -> Tokens:
    return table.now().view(None).tokens


def news(table: Table, kind: str) -> set[int]:
    """Who has open news of a kind."""
    with table.app.app_context():
        query = db.select(Notice.user_id).where(Notice.kind == kind, Notice.closed_at.is_(None))
        return set(db.session.scalars(query.where(Notice.topic == f"game:{table.code}")))


def test_t2_a_clue_that_does_not_come_costs_the_turn(classic, look):
    miss(classic, look)
    assert classic.moves == ["timeout"]
    assert (classic.game.phase, classic.game.turn) == ("clue", ["blue-spymaster"])


@pytest.mark.parametrize("touched", [(), (0, 1)])
def test_t2_guesses_end_with_what_was_found(classic, look, touched):
    """V8 notwithstanding: no guess is required of a clock."""
    classic.must("red-spymaster", f"clue {CLUE} 3")
    for card in touched:
        classic.must("red-operative", f"guess {card}")
    miss(classic, look)
    assert classic.moves[-1] == "timeout"
    assert (classic.game.phase, classic.game.turn) == ("clue", ["blue-spymaster"])
    assert classic.now().view(None).left["red"] == 9 - len(touched)


def test_t2_silence_allows_a_clue_that_was_asked(classic):
    """V20."""
    classic.must("red-spymaster", f"ask {CLUE} 2")
    miss(classic)
    assert (classic.game.phase, classic.game.turn) == ("guess", ["red-operative"])


def test_t2_silence_covers_nothing(classic):
    """V21."""
    classic.must("red-spymaster", f"clue {CLUE} 2")
    classic.must("blue-spymaster", "challenge")
    miss(classic)
    assert (classic.game.phase, classic.game.turn) == ("clue", ["blue-spymaster"])
    assert classic.now().view(None).left["blue"] == 8


def test_t3_guesses_that_run_out_cost_a_check_side_token(duet, look):
    """D12: it lies in front of the side that was guessing."""
    duet.must("a", f"clue {CLUE} 2")
    duet.must("b", "guess 0")
    miss(duet, look)
    assert tokens(duet) == Tokens(bystander=5, check=3, spent_b=1)
    assert (duet.game.phase, duet.game.turn) == ("clue", ["b"])


def test_t3_a_clue_that_does_not_come_costs_a_token(duet, look):
    miss(duet, look)
    assert tokens(duet) == Tokens(bystander=5, check=3, discarded=1)
    assert duet.game.turn == ["a", "b"], "nobody's turn is over: both may still open"


def test_t3_the_last_token_leads_to_sudden_death(ann, bob):
    """D15."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=OWN, tokens=5, mistakes=5)
    for giver, guesser, card in (("a", "b", 3), ("b", "a", 9), ("a", "b", 4), ("b", "a", 10)):
        table.must(giver, f"clue {CLUE} 1")
        table.must(guesser, f"guess {card}", "stop")
    miss(table)
    assert (table.game.phase, table.game.turn, tokens(table).reserve) == ("sudden-death", ["a", "b"], 0)
    miss(table)
    assert (table.game.reason, table.game.finished_at, table.game.deadline) == ("time", table.rows[-1].played_at, None)


def test_t4_the_third_miss_in_a_row_offers_a_choice_and_ends_nothing(duet, look, ann, bob):
    duet.must("a", f"clue {CLUE} 1")
    for number in range(2):
        miss(duet)
        assert duet.game.stalled_at is None, number
    assert duet.game.turn == ["a"]
    duet.must("a", f"clue {CLUE} 1")
    due = duet.game.deadline - duet.game.phase_began_at
    moves = duet.moves
    miss(duet, look)
    game = duet.game
    assert duet.moves == moves, "what was missed is played only when it ends the game"
    assert (game.finished_at, game.turn, game.phase) == (None, ["b"], "guess")
    assert game.stalled_at == game.phase_began_at + due, "it stalled when the time was over, whenever that was seen"
    assert game.deadline - game.stalled_at == STALL_DURATION["own"] == 7 * DAY
    assert news(duet, "stalled") == {ann.user.id}


def test_t4_who_does_not_choose_lets_it_end_as_abandoned(duet, look):
    stall(duet, miss)
    come_to(duet, SECOND * 30)
    assert sweep(duet) == 0
    pass_time(duet.app, 30 * SECOND)
    look(duet)
    assert (duet.moves[-1], duet.game.reason, duet.game.winner) == ("timeout", "abandoned", None)
    assert (duet.game.deadline, duet.game.stalled_at) == (None, None)
    assert news(duet, "stalled") == set()
    assert news(duet, "over") == {person.user.id for person in duet.people.values()}


def test_t4_in_versus_the_others_win(classic):
    for card in (17, 18):
        miss(classic)
        classic.must("blue-spymaster", f"clue {CLUE} 1")
        classic.must("blue-operative", f"guess {card}")
    miss(classic)
    assert classic.game.stalled_at
    miss(classic)
    assert (classic.game.winner, classic.game.reason) == ("blue", "abandoned")


def test_t4_who_was_missed_plays_and_has_time_again(duet, bob):
    stall(duet, miss)
    pass_time(duet.app, 3 * DAY)
    duet.must("b", "guess 0")
    game = duet.game
    assert (game.stalled_at, game.phase, game.deadline - game.phase_began_at) == (None, "guess", DAY)
    assert news(duet, "stalled") == set()
    miss(duet)
    assert duet.game.stalled_at is None, "a touch begins the count anew"


def test_t4_one_who_comes_at_the_very_end_still_plays(duet):
    """Only the table has stalled at that second: who was missed is there."""
    duet.must("a", f"clue {CLUE} 1")
    miss(duet)
    miss(duet)
    duet.must("a", f"clue {CLUE} 1")
    come_to(duet, timedelta(0))
    duet.must("b", "guess 0")
    assert (duet.game.stalled_at, duet.moves[-1]) == (None, "guess 0")
    assert news(duet, "stalled") == set()


def test_t4_a_missed_phase_of_the_other_side_does_not_count(duet):
    for _ in range(2):
        miss(duet)
    duet.must("a", f"clue {CLUE} 1")
    miss(duet)
    assert duet.game.stalled_at, "B has missed three"
    duet.must("b", "guess 0", "stop", f"clue {CLUE} 1")
    miss(duet)
    assert duet.game.stalled_at is None, "A has missed one since its clue"


def test_t4_where_both_sides_were_missed_both_may_choose(duet, ann, bob):
    """D5: nobody has given a first clue, three times."""
    for _ in range(3):
        miss(duet)
    assert (duet.moves, bool(duet.game.stalled_at)) == (["timeout"] * 2, True)
    assert news(duet, "stalled") == {ann.user.id, bob.user.id}
    duet.must("b", f"clue {CLUE} 1")
    assert duet.game.stalled_at is None


def test_t4_a_live_table_has_an_hour_to_choose_and_no_mail(ann, bob):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=LIVE)
    for _ in range(3):
        miss(table)
    assert table.game.deadline - table.game.stalled_at == HOUR
    assert news(table, "stalled") == set()


def test_t4_a_side_that_nobody_sits_on_is_missed_like_any_other(duet, bob):
    duet.must("a", f"clue {CLUE} 1")
    with duet.app.app_context():
        db.session.execute(db.text("UPDATE users SET deleted_at = now() WHERE id = :id"), {"id": bob.user.id})
        db.session.commit()
    for _ in range(2):
        miss(duet)
    duet.must("a", f"clue {CLUE} 1")
    miss(duet)
    assert duet.game.stalled_at


@pytest.mark.parametrize("clock", [OWN, LIVE])
def test_t5_a_move_before_the_deadline_counts_and_one_at_it_does_not(ann, bob, clock):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=clock)
    come_to(table, 5 * SECOND)  # so long may the site take on a busy machine
    table.must("a", f"clue {CLUE} 1")
    come_to(table, timedelta(0))
    late = table.play("b", "guess 0")
    assert late.status_code == 409
    assert 'data-phase="clue"' in late.text, "the answer shows the table as the clock left it"
    assert table.moves == [f"clue {CLUE} 1", "timeout"]


def test_t5_to_the_microsecond(duet):
    game = duet.game
    assert deadlines.is_due(game, game.deadline)
    assert not deadlines.is_due(game, game.deadline - timedelta(microseconds=1))


def test_t5_whoever_looks_the_clock_moved_at_the_deadline(duet, look):
    duet.must("a", f"clue {CLUE} 1")
    come_to(duet, -10 * SECOND)
    due = duet.game.deadline
    look(duet)
    row = duet.rows[-1]
    assert (row.text, row.seat, row.user_id, row.played_at) == ("timeout", "clock", None, due)
    assert (duet.game.phase_began_at, duet.game.deadline) == (due, due + DAY)


def test_t5_who_looks_again_changes_nothing(duet, look):
    miss(duet, look)
    before = duet.game
    look(duet)
    assert sweep(duet) == 0
    assert (duet.game.version, duet.game.deadline) == (before.version, before.deadline)


@pytest.mark.parametrize("clock", ["live 30", "live 60", OWN])
@pytest.mark.parametrize("down", [LATE_AFTER, 5 * MINUTE, 9 * DAY])
def test_t5_a_site_that_was_down_costs_one_phase_at_most(ann, bob, look, clock, down):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=clock)
    table.must("a", f"clue {CLUE} 1")
    come_to(table, -down)
    due = table.game.deadline
    look(table)
    assert table.moves == [f"clue {CLUE} 1", "timeout"]
    began = table.game.phase_began_at
    assert began == table.rows[-1].played_at >= due + down


def test_a_deadline_does_not_count_while_somebody_has_not_chosen(duet):
    """A stalled table's notices have none: nobody is reminded of a phase that is over."""
    stall(duet, miss)
    with duet.app.app_context():
        open_turns = db.select(Notice).where(Notice.kind == "turn", Notice.closed_at.is_(None))
        assert [notice.deadline for notice in db.session.scalars(open_turns)] == [None]


def test_a_finished_game_keeps_no_sweep_busy(duet):
    """Even if it were to keep a deadline."""
    duet.must("a", f"clue {CLUE} 1")
    duet.must("b", "guess 15")
    duet.change(deadline=duet.game.finished_at)
    assert sweep(duet) == 0


def test_settling_is_for_a_game_whose_time_is_over(app, duet):
    with app.app_context():
        game, table = load_game(duet.code), duet.now()
        assert deadlines.settle(game, table, game.deadline - SECOND) is table
        assert deadlines.settle(game, table, game.deadline).version == 1
        db.session.rollback()


def test_who_ran_out_of_time_is_told_in_the_status_until_the_next_clue(classic, duet):
    """T2, T3: instead of the last touch, which it would otherwise seem to be about."""

    def told(table, seat):
        return re.search(r'<p class="last">(.*?)</p>', table.see(seat))[1]

    classic.must("red-spymaster", f"clue {CLUE} 2")
    classic.must("red-operative", "guess 0")
    miss(classic)
    assert told(classic, "blue-operative") == "Red ran out of time to guess."
    classic.must("blue-spymaster", f"clue {CLUE} 2")
    assert "Red touched" in told(classic, "blue-operative")
    miss(duet)
    assert told(duet, "a") == "Neither side gave a clue in time."
