"""POST /games/<code>/nudges: a word to those who are awaited, now and then."""

import re
from datetime import timedelta

import pytest

from app.accounts.models import User
from app.db import db, now
from tests.clock import pass_time
from tests.games.clock.clocked_games import LIVE, OWN, classic_at, do, duet_at, open_notices, stall, text_of
from tests.games.tables import CLUE

HOUR = timedelta(hours=1, minutes=1)


@pytest.fixture
def table(ann, bob):
    """A Duet at two days a phase, in which Bob has been guessing for an hour."""
    table = duet_at(OWN, ann, bob)
    table.must("a", f"clue {CLUE} 2")
    pass_time(table.app, HOUR)
    return table


def nudge(table, person):
    return do(table, person, "nudges")


def away(table, person):
    with table.app.app_context():
        user = db.session.get(User, person.user.id)
        user.away_from, user.away_until = now() - timedelta(days=1), now() + timedelta(days=3)
        db.session.commit()


def test_who_waits_lets_the_others_be_called_at_once(table, ann, bob):
    assert "Nudge Bob" in table.see("a")
    assert nudge(table, ann).status_code == 303
    notice = open_notices(table, "turn")[bob.user.id]
    assert notice.params["nudge"] == ann.user.id
    assert notice.due_at <= now()


def test_once_in_twelve_hours(table, ann, bob):
    nudge(table, ann)
    button = text_of(table.see("a"))
    assert re.search(r"Nudge Bob Possible from .*\d:\d\d", button)
    refused = nudge(table, ann)
    assert refused.status_code == 422
    assert "too early for a nudge" in refused.text
    table.must("b", "guess 20", f"clue {CLUE} 1")
    pass_time(table.app, HOUR)
    assert nudge(table, bob).status_code == 422, "whoever nudges, in whatever phase"
    pass_time(table.app, timedelta(hours=11))
    assert nudge(table, bob).status_code == 303


def test_not_before_an_hour(ann, bob):
    table = duet_at("", ann, bob)
    table.must("a", f"clue {CLUE} 2")
    assert "Nudge Bob Possible from " in text_of(table.see("a"))
    assert nudge(table, ann).status_code == 422
    pass_time(table.app, HOUR)
    assert "Possible from " not in text_of(table.see("a"))
    assert nudge(table, ann).status_code == 303, "without a clock too"


def test_who_is_awaited_nudges_nobody(table, bob):
    assert 'id="nudge"' not in table.see("b")
    assert nudge(table, bob).status_code == 422


def test_in_the_opening_of_a_duet_nobody_waits(ann, bob):
    """D5"""
    table = duet_at(OWN, ann, bob)
    pass_time(table.app, HOUR)
    assert nudge(table, ann).status_code == 422


def test_the_own_spymaster_is_nudged_too(ann, bob, cat, dan):
    table = classic_at(OWN, (ann, bob, cat, dan))
    pass_time(table.app, HOUR)
    assert nudge(table, bob).status_code == 303
    assert open_notices(table, "turn")[ann.user.id].params["nudge"] == bob.user.id


def test_who_is_away_is_left_alone(ann, bob, cat, dan, new_visitor):
    eve = new_visitor("Eve")
    table = classic_at(OWN, (ann, [bob, eve], cat, dan))
    table.must("red-spymaster", f"clue {CLUE} 1")
    pass_time(table.app, HOUR)
    away(table, bob)
    assert nudge(table, cat).status_code == 303
    told = {who: "nudge" in notice.params for who, notice in open_notices(table, "turn").items()}
    assert told == {bob.user.id: False, eve.user.id: True}
    away(table, eve)
    assert 'id="nudge"' not in table.see("blue-operative")
    assert nudge(table, dan).status_code == 422


def test_a_nudge_outlives_what_others_do(table, ann, bob):
    nudge(table, ann)
    do(table, ann, "talk", text="Are you there?")
    assert open_notices(table, "turn")[bob.user.id].params["nudge"] == ann.user.id


def test_not_where_all_sit_together(ann, bob):
    table = duet_at(LIVE, ann, bob)
    table.must("a", f"clue {CLUE} 2")
    assert 'id="nudge"' not in table.see("a")
    assert nudge(table, ann).status_code == 422


def test_not_at_a_stalled_table_nor_by_strangers_nor_after_the_end(ann, bob, zed):
    table = stall(duet_at(OWN, ann, bob))
    pass_time(table.app, HOUR)
    assert nudge(table, ann).status_code == 422
    assert nudge(table, zed).status_code == 404
    table.must("a", "resign")
    assert nudge(table, ann).status_code == 422


def test_one_person_nudges_only_so_often_in_all_their_games(table, ann):
    """Games cost nothing to begin: their number must not make a flood of mails."""
    assert [nudge(table, ann).status_code for _ in range(7)][-1] == 429
