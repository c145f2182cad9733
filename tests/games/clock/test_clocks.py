"""T1: clocks, their notation, how long a phase has, and what a side has in store."""

import re
from datetime import timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.db import db, now
from app.games.moves import service
from app.games.store import clocks
from app.games.store.clocks import BANK_CHOICES, PHASE_CHOICES, Clock
from app.games.store.move_records import load_table
from app.games.store.settings import GameSettings
from app.games.table.loading import load_game
from tests.clock import pass_time
from tests.games.clock.deadline_steps import DAY, HOUR, MINUTE, SECOND, come_to, miss, sweep
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, LOSING, lay

OFFERED = [
    Clock(pace, phase, phase * bank)
    for pace, phases in PHASE_CHOICES.items()
    for phase in phases
    for bank in BANK_CHOICES
]


@pytest.fixture
def play_duet(ann, bob):
    """Lay a Duet of Ann and Bob with a clock."""
    return lambda clock, **options: lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=clock, **options)


@pytest.fixture
def play_classic(ann, bob, cat, dan):
    """Lay a classic game with a clock, in which red starts."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    return lambda clock: lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, clock=clock)


def allowed(table) -> timedelta:
    """How long the running phase has, from its beginning."""
    game = table.game
    return game.deadline - game.phase_began_at


def test_t1_the_choices():
    assert (min(PHASE_CHOICES["live"]), max(PHASE_CHOICES["live"])) == (30, 600)
    assert (min(PHASE_CHOICES["own"]), max(PHASE_CHOICES["own"])) == (12 * 3600, 7 * 86_400)


@given(st.sampled_from([Clock(), *OFFERED]))
def test_t1_a_clock_is_what_its_notation_says(clock):
    assert Clock.parse(str(clock)) == clock


@given(st.text() | st.from_regex(r"(live|own) \d{1,8}(\+\d{1,9})?", fullmatch=True))
@example("own 8640٠")
@example("own 86400\n")
@example("live 60+60 ")
@example("live 060")
@example("live 60+0")
def test_t1_what_parses_is_a_clock_that_is_offered_and_is_written_so(text):
    try:
        clock = Clock.parse(text)
    except ValueError:
        return
    assert clock in [Clock(), *OFFERED]
    assert str(clock) == text


@pytest.mark.parametrize(
    "text",
    ["live", "live 29", "live 31", "own 60", "live 86400", "own 86401", "own 86400+1", "own 86400+604800", "LIVE 60",
     "own -86400", "own 86400+", "own 86400 +86400", "dead 60", " ", "0", "\0"],
)  # fmt: skip
def test_t1_no_table_has_another_clock(context, ann, bob, text):
    with pytest.raises(ValueError, match=re.escape(text)):
        service.create_game(GameSettings("duet", "en-base", clock=text), [(ann.user.id, "a"), (bob.user.id, "b")])


def test_t1_without_a_clock_nothing_runs_out(play_duet):
    table = play_duet("")
    pass_time(table.app, 400 * DAY)
    assert sweep(table) == 0
    assert (table.game.deadline, table.moves) == (None, [])
    table.must("a", f"clue {CLUE} 1")
    assert table.game.deadline is None


def test_t1_the_first_clue_of_a_live_game_has_double(play_duet):
    table = play_duet("live 60")
    assert allowed(table) == 2 * MINUTE
    table.must("a", f"clue {CLUE} 1")
    assert allowed(table) == MINUTE
    table.must("b", "guess 0", "stop")
    assert allowed(table) == MINUTE


def test_t1_a_first_clue_that_did_not_come_was_the_first(play_duet):
    table = play_duet("live 60")
    miss(table)
    assert table.moves == ["timeout"]
    assert allowed(table) == MINUTE


def test_t1_at_an_own_pace_nothing_is_doubled(play_duet):
    assert allowed(play_duet("own 86400")) == DAY


def test_t1_all_guesses_of_a_turn_share_one_time(play_duet):
    table = play_duet("own 86400")
    table.must("a", f"clue {CLUE} 3")
    deadline = table.game.deadline
    table.must("b", "guess 0", "guess 1", "guess 2")
    assert table.game.deadline == deadline
    table.must("b", "stop")
    assert table.game.deadline > deadline


def test_t1_calling_a_clue_invalid_in_duet_gives_no_time(play_duet):
    table = play_duet("own 86400")
    table.must("a", f"clue {CLUE} 3")
    deadline = table.game.deadline
    table.must("b", "challenge", "guess 0")
    assert table.game.deadline == deadline


def test_t1_consulting_and_covering_are_phases_of_their_own(play_classic):
    """V20, V21: who is asked has time of their own; who thinks again has it anew."""
    table = play_classic("live 60")
    moves = [("red-spymaster", f"ask {CLUE} 2"), ("blue-spymaster", "refuse"), ("red-spymaster", f"clue {CLUE} 2")]
    moves += [("blue-spymaster", "challenge"), ("blue-spymaster", "decline")]
    began = [table.game.phase_began_at]
    for (seat, move), phase in zip(moves, ("consult", "clue", "guess", "cover", "clue"), strict=True):
        table.must(seat, move)
        assert (table.game.phase, allowed(table)) == (phase, MINUTE)
        began.append(table.game.phase_began_at)
    assert began == sorted(set(began))


def test_t1_in_sudden_death_every_touch_is_a_phase(play_duet):
    """D15."""
    table = play_duet("own 86400+86400", tokens=5, mistakes=5)
    for giver, guesser, card in (("a", "b", 3), ("b", "a", 9), ("a", "b", 4), ("b", "a", 10), ("a", "b", 5)):
        table.must(giver, f"clue {CLUE} 1")
        table.must(guesser, f"guess {card}", "stop")
    assert (table.game.phase, table.game.turn, allowed(table)) == ("sudden-death", ["a", "b"], DAY)
    for seat, card in (("b", 6), ("b", 7), ("a", 11)):
        began = table.game.phase_began_at
        pass_time(table.app, HOUR)
        table.must(seat, f"guess {card}")
        assert table.game.phase_began_at > began
        assert allowed(table) == DAY
    miss(table)
    assert (table.game.reason, table.game.winner) == ("time", None)


def test_a_game_that_is_over_has_no_deadline(play_duet):
    table = play_duet("own 86400")
    for seat, move in LOSING:
        table.must(seat, move)
    assert (table.game.deadline, table.game.stalled_at) == (None, None)
    pass_time(table.app, 100 * DAY)
    assert sweep(table) == 0
    assert len(table.moves) == len(LOSING)


def test_a_bank_is_charged_only_for_what_goes_over(play_duet):
    table = play_duet("own 86400+259200")
    assert allowed(table) == DAY, "nobody's store, where both sides are awaited"
    table.must("a", f"clue {CLUE} 1")
    assert table.game.banks == {"a": 259_200, "b": 259_200}
    assert allowed(table) == 4 * DAY
    pass_time(table.app, 20 * HOUR)
    table.must("b", "guess 0")
    pass_time(table.app, 5 * HOUR)
    table.must("b", "stop")
    banks = table.game.banks
    assert banks["a"] == 259_200
    assert 0 <= 259_200 - 3600 - banks["b"] < 60
    assert allowed(table) == timedelta(seconds=86_400 + banks["b"]), "B gives the next clue, from the same store"


def test_a_bank_is_used_up_by_a_timeout(play_duet):
    table = play_duet("own 86400+86400")
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    assert table.moves[-1] == "timeout"
    assert table.game.banks == {"a": 86_400, "b": 0}
    assert allowed(table) == DAY


def test_a_phase_that_both_sides_miss_is_charged_to_nobody(play_duet):
    """D5: the first clue may come from either."""
    table = play_duet("own 86400+86400")
    miss(table)
    assert table.game.banks == {"a": 86_400, "b": 86_400}


def test_a_team_has_one_bank_for_both_of_its_roles(play_classic):
    table = play_classic("live 60+60")
    pass_time(table.app, 150 * SECOND)
    table.must("red-spymaster", f"clue {CLUE} 1")
    red = table.game.banks["red"]
    assert 25 <= red <= 30
    assert allowed(table) == timedelta(seconds=60 + red)
    pass_time(table.app, 40 * SECOND)
    table.must("red-operative", "guess 0", "stop")
    assert table.game.banks == {"red": red, "blue": 60}


def test_time_that_was_given_comes_before_the_bank(app, play_duet):
    table = play_duet("own 86400+86400")
    table.must("a", f"clue {CLUE} 1")
    with app.app_context():
        game = load_game(table.code)
        game.given += 86_400
        game.deadline = clocks.compute_deadline(game, load_table(game))
        db.session.commit()
    assert allowed(table) == 3 * DAY
    pass_time(table.app, 2 * DAY - MINUTE)
    table.must("b", "guess 0", "stop")
    assert table.game.banks["b"] == 86_400
    assert table.game.given == 0
    assert allowed(table) == 2 * DAY, "what was given was for that phase"


def test_another_clock_begins_a_phase_with_full_banks(app, play_duet):
    table = play_duet("live 60+60")
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    assert table.game.banks["b"] == 0
    with app.app_context():
        game = load_game(table.code)
        clocks.set_clock(game, load_table(game), Clock.parse("own 86400+86400"), now())
        db.session.commit()
    assert table.game.banks == {"a": 86_400, "b": 86_400}
    assert allowed(table) == 2 * DAY
    with app.app_context():
        game = load_game(table.code)
        clocks.set_clock(game, load_table(game), Clock(), now())
        db.session.commit()
    assert (table.game.clock, table.game.deadline, table.game.banks) == ("", None, {"a": 0, "b": 0})


def test_a_game_from_before_there_were_clocks_plays_on_and_may_have_one(app, play_duet):
    """Its row knows neither phase nor clock; the replay does."""
    table = play_duet("")
    table.must("a", f"clue {CLUE} 2")
    table.change(phase="", phase_began_at=None, banks={})
    assert sweep(table) == 0
    table.must("b", "guess 0")
    table.change(phase="", phase_began_at=None, banks={})
    with app.app_context():
        game = load_game(table.code)
        clocks.set_clock(game, load_table(game), Clock.parse("own 86400+86400"), now())
        db.session.commit()
    assert (table.game.phase, allowed(table)) == ("guess", 2 * DAY)
    come_to(table, MINUTE)
    table.must("b", "stop")


def test_a_rematch_has_the_clock_of_the_game_before(play_duet, bob):
    table = play_duet("own 86400+86400")
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    table.must("b", f"clue {CLUE} 1")
    table.must("a", "guess 15")
    bob.post(f"/games/{table.code}/rematch")
    with table.app.app_context():
        follower = db.session.scalar(db.select(clocks.Game).where(clocks.Game.rematch_of == table.game.id))
    assert (follower.clock, follower.banks, follower.given) == ("own 86400+86400", {"a": 86_400, "b": 86_400}, 0)
    assert follower.deadline - follower.phase_began_at == DAY
