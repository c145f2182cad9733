"""What a team's attempts come to: cities, wins, runs, and the agents found per clue by whoever gave it (M5)."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from app.accounts.models import User
from app.campaigns.log import load_attempts
from app.campaigns.statistics import GiverStatistics, Tally, TeamStatistics, team_statistics
from app.db import db
from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_log import STOPPED, SUDDEN, let_time_run_out, log, plain
from tests.games.tables import CLUE

NOON = datetime(2031, 5, 12, 12, tzinfo=UTC)


@pytest.fixture
def told(app, team):
    """Work out the team's figures."""

    def work_out() -> TeamStatistics:
        with app.app_context():
            return team_statistics(load_attempts(team.sheets))

    return work_out


def test_wins_overall_and_by_city(told, attempt):
    """M4, M5: a city won twice is completed once; cities come in the map's order, and only those attempted."""
    for city, moves in (("moscow", [("a", "resign")]), ("prague", WON), ("prague", ASSASSIN), ("prague", WON)):
        attempt(city, moves)
    found = told()
    assert found.completed == 1
    assert found.overall == Tally(attempts=4, wins=2)
    assert found.overall.rate == 0.5
    assert [(city.name, tally) for city, tally in found.cities] == [("prague", Tally(3, 2)), ("moscow", Tally(1, 0))]
    assert found.assassins == 1


def test_a_win_in_sudden_death_is_a_win(told, attempt):
    """M4, D15."""
    attempt("prague", [*STOPPED, *SUDDEN[1:]], deal={"tokens": 1, "mistakes": 1})
    assert (told().completed, told().overall) == (1, Tally(1, 1))


def test_running_attempts_do_not_count(told, attempt):
    """M6: each counts when it ends."""
    attempt("prague", STOPPED)
    attempt("prague")
    found = told()
    assert (found.running, found.overall, found.completed) == (2, Tally(0, 0), 0)
    assert found.overall.rate is None
    assert (found.cities, found.givers, found.longest_run) == ([], [], 0)


def test_void_attempts_do_not_count(told, attempt):
    """V23"""
    attempt("prague", [*STOPPED, ("a", "void")]).must("b", "void")
    found = told()
    assert (found.running, found.overall, found.cities, found.givers) == (0, Tally(0, 0), [], [])


def test_agents_per_clue(told, attempt):
    """M5: they are counted for who gave the clue, not for who touched."""
    attempt("prague", WON)
    attempt("prague", ASSASSIN)
    attempt(
        "prague",
        [("b", f"clue {CLUE} 2"), ("a", "guess 9"), ("a", "guess 16"), ("a", f"clue {CLUE} 2"), ("b", "resign")],
    )
    assert told().givers == [GiverStatistics("Bob", clues=2, agents=7), GiverStatistics("Ann", clues=3, agents=9)]
    assert told().givers[0].rate == 3.5


def test_sudden_death_counts_for_nobody(told, attempt):
    """M5, D15: its touches follow no clue."""
    attempt("prague", [*STOPPED, *SUDDEN[1:]], deal={"tokens": 1, "mistakes": 1})
    assert told().givers == [GiverStatistics("Ann", clues=1, agents=1)]


def test_a_clue_that_did_not_come_in_time(told, attempt):
    """M5, T3: its turn is nobody's clue, and the next one counts for its giver."""
    table = attempt("prague")
    let_time_run_out(table, 1)
    table.must("a", f"clue {CLUE} 2")
    table.must("b", "guess 0", "guess 1", "resign")
    assert told().givers == [GiverStatistics("Ann", clues=1, agents=2)]


def test_a_side_of_several(told, attempt, ann, bob, cat, app):
    """M5, D31: two people of one side are told apart; a deleted account is someone."""
    table = attempt("prague", people={"a": [ann, cat], "b": bob})
    for giver, *moves in ((ann, ("b", "guess 0"), ("b", "stop")), (cat, ("b", "guess 1"), ("b", "guess 17"))):
        table.people["a"] = giver
        table.must("a", f"clue {CLUE} 1")
        for seat, move in moves:
            table.must(seat, move)
        table.must("b", f"clue {CLUE} 1")
        table.must("a", "guess 9" if giver is ann else "guess 24")
        if giver is ann:
            table.must("a", "stop")
    with app.app_context():
        db.session.get(User, cat.user.id).deleted_at = NOON
        db.session.commit()
    assert sorted(told().givers, key=lambda giver: giver.name) == [
        GiverStatistics("Ann", clues=1, agents=1),
        GiverStatistics("Bob", clues=2, agents=1),
        GiverStatistics("someone", clues=1, agents=1),
    ]


def test_the_longest_run(told, attempt):
    """M5, M6: it goes by when the attempts ended, whatever the order in which they began."""
    ends = ((0, WON), (5, WON), (1, WON), (2, ASSASSIN), (4, WON), (3, WON))
    for hour, moves in ends:
        attempt("prague", moves).change(finished_at=NOON + timedelta(hours=hour))
    assert told().longest_run == 3
    attempt("prague", ASSASSIN).change(finished_at=NOON + timedelta(hours=3, minutes=30))
    assert told().longest_run == 2
    for _ in range(3):
        attempt("prague", ASSASSIN)
    assert told().longest_run == 2


def test_all_of_it_stands_on_the_page(team, attempt, ann):
    """M5."""
    for moves in (WON, WON, ASSASSIN, STOPPED):
        attempt("prague", moves)
    page = log(ann, team).text
    told = dict(re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", page, re.DOTALL))
    assert {label: plain(value) for label, value in told.items()} == {
        "Cities completed": "1 of 24",
        "Attempts": "3 plus 1 in progress",
        "Won": "2 67%",
        "Longest winning streak": "2",
        "Assassins touched": "1",
    }
    assert "Prague 3 2 67%" in plain(page)
    assert "Ann 3 18 6.0 Bob 2 12 6.0" in plain(page)
