"""Days away: at an own pace the clock stands still while all who are awaited are away, 14 days a game at most."""

from datetime import timedelta

import pytest

from app.accounts.models import User
from app.accounts.settings import away
from app.db import db, now
from app.games.store import clocks
from app.games.store.move_records import load_table
from app.games.table.loading import load_game
from app.notifications.models import Notice
from tests.clock import pass_time
from tests.concurrency import at_once
from tests.games.clock.deadline_steps import DAY, HOUR, MINUTE, come_to, miss, sweep
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

OWN = "own 86400"
NEAR = timedelta(seconds=30)  # what a test may take


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet at a day a phase, in which Bob has a clue."""
    return begun(ann, bob)


def begun(a, b, clock=OWN) -> Table:
    table = lay("duet", {"a": a, "b": b}, {"keys": DUET_KEYS}, clock=clock)
    table.must("a", f"clue {CLUE} 2")
    return table


def go(person, first: timedelta, last: timedelta) -> None:
    """Let somebody be away from a time to a time, counted from now."""
    at = now()
    set_days(person, at + first, at + last)


def set_days(person, first, last) -> None:
    with person.app.app_context():
        user = db.session.get_one(User, person.user.id)
        user.away_from, user.away_until = first, last
        db.session.flush()
        for tell in away.change_hooks:
            tell(user.id)
        db.session.commit()


def come_back(person) -> None:
    with person.app.app_context():
        away.end_absence(db.session.get_one(User, person.user.id))


def left(table) -> timedelta:
    return table.game.deadline - now()


def is_about(span, expected) -> bool:
    return abs(span - expected) < NEAR


def test_the_clock_stands_still_for_who_is_away(duet, bob):
    go(bob, 6 * HOUR, 6 * HOUR + 3 * DAY)
    assert is_about(left(duet), 4 * DAY)
    assert duet.game.still_until - duet.game.still_from == 3 * DAY
    pass_time(duet.app, 3 * DAY + 5 * HOUR)
    assert sweep(duet) == 0
    miss(duet)
    assert duet.moves[-1] == "timeout"


def test_a_phase_that_begins_in_the_days_away_has_its_time_after_them(ann, bob):
    go(bob, -DAY, 3 * DAY)
    assert is_about(left(begun(ann, bob)), 4 * DAY)


@pytest.mark.parametrize(
    ("first", "last"), [(-3 * DAY, -DAY), (-3 * DAY, -MINUTE), (DAY + MINUTE, 3 * DAY), (2 * DAY, 3 * DAY)]
)
def test_days_before_the_phase_and_after_it_change_nothing(ann, bob, first, last):
    go(bob, first, last)
    assert is_about(left(begun(ann, bob)), DAY)


def test_a_live_clock_stands_still_for_nobody(ann, bob):
    go(bob, timedelta(0), 3 * DAY)
    assert is_about(left(begun(ann, bob, "live 600")), 10 * MINUTE)


def test_who_is_not_awaited_may_be_away(duet, ann):
    go(ann, timedelta(0), 3 * DAY)
    assert is_about(left(duet), DAY)


def test_the_first_clue_of_duet_is_awaited_of_both(ann, bob):
    """D5: as long as one of them is there, the clock runs."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=OWN)
    go(ann, timedelta(0), 5 * DAY)
    assert is_about(left(table), DAY)
    go(bob, 2 * HOUR, 3 * DAY)
    assert is_about(left(table), 4 * DAY - 2 * HOUR)


def test_a_partner_on_the_same_seat_plays_on(ann, bob, cat, dan, new_visitor):
    eve = new_visitor("Eve")
    people = {"red-spymaster": ann, "red-operative": [bob, eve], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, clock=OWN)
    table.must("red-spymaster", f"clue {CLUE} 1")
    go(bob, timedelta(0), 4 * DAY)
    assert is_about(left(table), DAY)
    go(eve, 6 * HOUR, 2 * DAY)
    assert is_about(left(table), DAY + 2 * DAY - 6 * HOUR), "only while both are away"
    go(ann, timedelta(0), 9 * DAY)
    assert is_about(left(table), DAY + 2 * DAY - 6 * HOUR), "the spymaster is not awaited"


def test_where_the_one_who_was_there_leaves_the_clock_stands_still_from_then(ann, bob, cat):
    """L1: the side plays on without Bob; Cat is away."""
    table = lay("duet", {"a": ann, "b": [bob, cat]}, {"keys": DUET_KEYS}, clock=OWN)
    table.must("a", f"clue {CLUE} 1")
    go(cat, timedelta(0), 4 * DAY)
    pass_time(table.app, 6 * HOUR)
    assert is_about(left(table), DAY - 6 * HOUR)
    table.must("b", "resign")
    assert is_about(left(table), 4 * DAY - 6 * HOUR + DAY - 6 * HOUR)


def test_fourteen_days_of_a_game_at_most(duet, bob):
    go(bob, timedelta(0), 40 * DAY)
    assert is_about(left(duet), 15 * DAY)


def test_fourteen_days_over_all_phases(duet, bob):
    go(bob, timedelta(0), 10 * DAY)
    pass_time(duet.app, 10 * DAY + HOUR)
    duet.must("b", "guess 0", "stop")
    assert is_about(timedelta(seconds=duet.game.paused), 10 * DAY)
    go(bob, timedelta(0), 10 * DAY)
    assert is_about(left(duet), 5 * DAY)
    pass_time(duet.app, 4 * DAY + HOUR)
    duet.must("b", f"clue {CLUE} 1")
    duet.must("a", "guess 9", "stop", f"clue {CLUE} 1")
    go(bob, timedelta(0), 10 * DAY)
    assert is_about(left(duet), DAY)
    assert duet.game.paused <= 14 * 86_400


def test_staying_longer(duet, bob):
    go(bob, timedelta(0), 2 * DAY)
    pass_time(duet.app, DAY)
    user = duet.game.players[1].user
    set_days(bob, user.away_from, user.away_until + 3 * DAY)
    assert is_about(left(duet), 5 * DAY)


def test_who_comes_back_early_keeps_the_time_there_was(ann, bob):
    table = begun(ann, bob, "own 172800")
    pass_time(table.app, 6 * HOUR)
    go(bob, timedelta(0), 5 * DAY)
    pass_time(table.app, 2 * DAY)
    come_back(bob)
    assert is_about(left(table), 2 * DAY - 6 * HOUR)
    assert is_about(timedelta(seconds=table.game.paused), 2 * DAY)


def test_other_days_do_not_take_back_those_that_were(ann, bob):
    table = begun(ann, bob, "own 172800")
    go(bob, timedelta(0), 3 * DAY)
    pass_time(table.app, 3 * DAY + HOUR)
    go(bob, 20 * DAY, 21 * DAY)
    assert is_about(left(table), 2 * DAY - HOUR)


def test_nobodys_time_runs_out_because_somebody_changed_dates(duet, bob):
    """Bob had an hour left when he left; and when he is back, a day."""
    come_to(duet, HOUR)
    go(bob, timedelta(0), 5 * DAY)
    assert is_about(left(duet), 5 * DAY + HOUR)
    pass_time(duet.app, DAY)
    come_back(bob)
    assert is_about(left(duet), DAY)


def test_coming_and_going_brings_no_more_than_fourteen_days_in_all(duet, bob):
    """T5: whoever leaves and is back at once has another day, and has used up one of the days of the game for it."""
    for _ in range(20):
        come_to(duet, HOUR)
        go(bob, timedelta(0), 5 * DAY)
        come_back(bob)
    assert duet.game.paused <= 14 * 86_400
    assert is_about(left(duet), HOUR)
    assert "timeout" not in duet.moves


def test_less_than_a_day_stays_what_it_was(duet, bob):
    go(bob, 23 * HOUR, 2 * DAY)
    come_to(duet, 5 * HOUR)
    come_back(bob)
    assert is_about(left(duet), 5 * HOUR)


def test_a_phase_of_twelve_hours_is_not_made_longer(ann, bob):
    table = begun(ann, bob, "own 43200")
    come_to(table, HOUR)
    go(bob, timedelta(0), 5 * DAY)
    come_back(bob)
    assert is_about(left(table), 12 * HOUR)


def test_nobody_was_away_before_they_said_so(duet, bob):
    come_to(duet, HOUR)
    go(bob, -20 * HOUR, 20 * HOUR)
    assert is_about(left(duet), 21 * HOUR)


def test_days_away_bring_back_no_time_that_ran_out(duet, bob):
    """T5: whoever looks, the phase was over."""
    come_to(duet, -MINUTE / 6)
    due = duet.game.deadline
    go(bob, timedelta(0), 3 * DAY)
    assert (duet.moves[-1], duet.rows[-1].played_at) == ("timeout", due)
    assert is_about(left(duet), 4 * DAY), "it is Bob's clue now"


def test_a_side_is_not_charged_for_the_days_away(ann, bob):
    table = begun(ann, bob, "own 86400+86400")
    pass_time(table.app, 20 * HOUR)
    go(bob, timedelta(0), 3 * DAY)
    pass_time(table.app, 3 * DAY + 6 * HOUR)
    table.must("b", "guess 0", "stop")
    assert is_about(timedelta(seconds=table.game.banks["b"]), 22 * HOUR)


def test_who_plays_from_afar_is_not_stopped(duet, bob):
    go(bob, timedelta(0), 3 * DAY)
    pass_time(duet.app, DAY)
    duet.must("b", "guess 0", "stop")
    assert is_about(timedelta(seconds=duet.game.paused), DAY)
    assert is_about(left(duet), 3 * DAY), "Bob is awaited again, and still away"


def test_a_day_given_may_reach_into_days_away(duet, ann, bob):
    go(bob, DAY + HOUR, 3 * DAY)
    assert is_about(left(duet), DAY)
    ann.post(f"/games/{duet.code}/days", seen=1)
    assert is_about(left(duet), 2 * DAY + 2 * DAY - HOUR)


def test_another_clock_brings_back_none_of_the_fourteen_days(app, duet, bob):
    go(bob, timedelta(0), 10 * DAY)
    pass_time(app, 9 * DAY)
    with app.app_context():
        game = load_game(duet.code)
        clocks.set_clock(game, load_table(game), clocks.Clock.parse("own 172800"), now())
        db.session.commit()
    assert is_about(timedelta(seconds=duet.game.paused), 9 * DAY)
    assert is_about(left(duet), DAY + 2 * DAY)


def test_t4_a_stalled_table_has_no_more_time_to_choose(duet, bob):
    miss(duet)
    miss(duet)
    duet.must("a", f"clue {CLUE} 1")
    miss(duet)
    deadline = duet.game.deadline
    go(bob, timedelta(0), 3 * DAY)
    assert (duet.game.deadline, bool(duet.game.stalled_at)) == (deadline, True)


def test_every_table_of_a_person(ann, bob, cat):
    mine, theirs, live = begun(ann, bob), begun(bob, ann), begun(cat, bob, "live 600")
    clockless, over, left_it = begun(ann, bob, ""), begun(ann, bob), begun(cat, bob)
    over.must("b", "guess 15")
    left_it.must("b", "resign")
    go(bob, timedelta(0), 3 * DAY)
    assert is_about(left(mine), 4 * DAY)
    assert is_about(left(theirs), DAY)
    assert is_about(left(live), 10 * MINUTE)
    assert [table.game.deadline for table in (clockless, over, left_it)] == [None] * 3


def test_notices_follow_and_partners_see_it(duet, ann, bob):
    page = ann.get(f"/games/{duet.code}")
    tag = page.headers["HX-PTag"]
    assert ann.fragment(f"/games/{duet.code}", tag).status_code == 204
    go(bob, timedelta(0), 3 * DAY)
    assert ann.fragment(f"/games/{duet.code}", tag).status_code == 200
    with duet.app.app_context():
        turns = db.session.scalars(db.select(Notice).where(Notice.kind == "turn", Notice.closed_at.is_(None)))
        assert [(notice.user_id, notice.deadline) for notice in turns] == [(bob.user.id, duet.game.deadline)]


def test_partners_see_it_also_where_nobody_waits_for_it(duet, ann, bob):
    tag = bob.get(f"/games/{duet.code}").headers["HX-PTag"]
    go(ann, timedelta(0), 3 * DAY)
    assert bob.fragment(f"/games/{duet.code}", tag).status_code == 200


def test_by_the_page_of_the_account(duet, bob):
    today = now().date()
    bob.post("/account/away", first=str(today), last=str(today + 2 * DAY))
    still = duet.game.still_until - duet.game.still_from
    assert 2 * DAY <= still <= 3 * DAY
    assert is_about(left(duet), DAY + still)
    bob.post("/account/return")
    assert duet.game.still_until is None
    assert is_about(left(duet), DAY)


def test_changes_at_once_with_moves(app, ann, bob):
    """Both change their days at five tables, while they play there: nobody waits for ever, and nothing is refused."""
    tables = [lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS}, clock=OWN) for _ in range(5)]
    for round_ in range(4):
        days = [lambda who=who, n=round_: go(who, timedelta(0), (n + 1) * DAY) for who in (ann, bob)]
        clues = [lambda table=table: table.play("a", f"clue {CLUE} 1").status_code for table in tables]
        answers = at_once([*days, *clues, lambda: sweep(tables[0])])
        assert {answer for answer in answers if answer} <= {303, 422}
    assert all(table.game.version == 1 for table in tables)
