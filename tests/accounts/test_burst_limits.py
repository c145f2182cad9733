"""How fast one may go on, whichever process answers: nothing typed is lost, and a lively table pays nothing for it."""

import re
from functools import partial

import pytest

from app import create_app
from app.accounts import burst_limits, rate_limits
from app.accounts.burst_limits import BurstLimit
from app.accounts.models import Attempt
from app.config import Settings
from app.db import db
from tests.accounts.people import at_once, new_browser
from tests.games.tables import CLUE, lay
from tests.notifications.turn_notices import statements


@pytest.fixture(autouse=True)
def _fresh(app, monkeypatch):
    """A worker that has seen nobody yet."""
    monkeypatch.setitem(app.extensions, "pace", burst_limits.LocalCounts())


@pytest.fixture
def table(ann, bob):
    """A game of Duet at its beginning."""
    return lay("duet", {"a": ann, "b": bob})


@pytest.fixture
def second(app):
    """Another process of the same site."""
    return create_app(Settings(database_url=app.config["SQLALCHEMY_DATABASE_URI"], secret_key=app.secret_key))


def say(who, table, line, site=None, **headers):
    """Send a line of talk to one process or another."""
    who.client.application = site or who.app
    return who.post(f"/games/{table.code}/talk", text=line, headers=headers)


def test_a_lively_talk_goes_on_and_a_flood_is_stopped(app, ann, table):
    """A line a second is never met."""
    assert burst_limits.TALK.limit == 60
    with app.app_context():
        rate_limits.add_attempts(f"talk {ann.user.id}", 50, 60, burst_limits.MINUTE)
        db.session.commit()
    answers = [say(ann, table, f"line {number}").status_code for number in range(12)]
    assert answers == [303] * 10 + [429] * 2


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_what_was_typed_comes_back_with_when_to_send_it(monkeypatch, ann, table, headers):
    monkeypatch.setattr(burst_limits, "TALK", BurstLimit("talk", 2, 1))
    for line in "ab":
        say(ann, table, line)
    answer = say(ann, table, "what I wanted to say", **headers)
    assert answer.status_code == 429
    assert 'value="what I wanted to say"' in answer.text
    wait = int(answer.headers["Retry-After"])
    assert 50 < wait <= 60
    assert re.search(r"Too many tries\. Try again in (\d\d seconds|1 minute)\.", answer.text)


def test_a_clue_comes_back_too(monkeypatch, ann, table):
    monkeypatch.setattr(burst_limits, "MOVES", BurstLimit("moves", 1, 1))
    ann.post(f"/games/{table.code}/moves", move="guess 3", seen=0)
    answer = ann.post(f"/games/{table.code}/moves", move="clue", word=CLUE, number="2", seen=0)
    assert answer.status_code == 429
    assert f'value="{CLUE}"' in answer.text
    assert table.moves == []


def test_two_processes_let_through_hardly_more_than_one(app, second, monkeypatch, ann, table):
    monkeypatch.setattr(burst_limits, "TALK", BurstLimit("talk", 10, 4))
    answers = [say(ann, table, "x", site).status_code for _ in range(9) for site in (app, second)]
    assert 10 <= answers.count(303) <= 10 + 2 * (4 - 1)
    assert answers[-2:] == [429] * 2


def test_all_at_once_are_all_counted(app, monkeypatch):
    monkeypatch.setattr(burst_limits, "ANY_POST", BurstLimit("anything", 6, 2))
    found = at_once(*[partial(new_browser(app).post, "/language", language="fr") for _ in range(10)])
    assert 6 <= found.count(303) <= 8, "a share may be on its way to the database"
    assert found.count(429) == 10 - found.count(303)
    assert new_browser(app).post("/language", language="fr").status_code == 429


def test_after_a_minute_one_may_go_on(app, monkeypatch, ann, table):
    monkeypatch.setattr(burst_limits, "TALK", BurstLimit("talk", 2, 1))
    assert [say(ann, table, "x").status_code for _ in range(3)] == [303, 303, 429]
    clock = burst_limits.time.monotonic
    monkeypatch.setattr(burst_limits.time, "monotonic", lambda: clock() + 61)
    with app.app_context():
        db.session.execute(Attempt.__table__.update().values(since=Attempt.since - burst_limits.MINUTE))
        db.session.commit()
    assert [say(ann, table, "x").status_code for _ in range(3)] == [303, 303, 429]


def test_one_s_pace_is_one_s_own(monkeypatch, ann, bob, table):
    monkeypatch.setattr(burst_limits, "TALK", BurstLimit("talk", 1, 1))
    assert [say(ann, table, "x").status_code, say(ann, table, "x").status_code] == [303, 429]
    assert say(bob, table, "x").status_code == 303


def test_a_move_costs_no_statement_more(app, monkeypatch, ann, bob):
    """Of one's moves in a minute, only each twenty-fourth tells the database of them."""
    assert burst_limits.MOVES.batch == 24
    monkeypatch.setattr(burst_limits, "MOVES", BurstLimit("moves", 240, 4))
    table = lay("duet", {"a": ann, "b": bob})
    with app.app_context(), statements() as sent:
        table.send("a", f"clue {CLUE} 2")
    assert not [statement for statement, _ in sent if "attempts" in statement]
    with app.app_context(), statements() as sent:
        for _ in range(7):
            table.play("a", "guess 3", seen=0)
    assert len([statement for statement, _ in sent if "attempts" in statement]) == 2


def test_every_form_is_counted_also_of_visitors(monkeypatch, nobody):
    monkeypatch.setattr(burst_limits, "ANY_POST", BurstLimit("anything", 3, 1))
    answers = [nobody.post("/language", language="fr") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [303] * 3 + [429]
    assert "Retry-After" in answers[-1].headers
    assert nobody.get("/").status_code == 200


def test_a_worker_remembers_only_so_many(app, monkeypatch):
    monkeypatch.setattr(burst_limits, "MAX_COUNTS", 3)
    counts = app.extensions["pace"]
    for number in range(10):
        counts.increment(f"talk {number}", 5, 0.0)
    assert list(counts.counts) == ["talk 7", "talk 8", "talk 9"]


def test_games_are_not_made_without_end(app, ann, bob, table):
    table.must("a", "resign")
    with app.app_context():
        for key in ("lobby", "rematch"):
            rate_limits.add_attempts(f"{key} {ann.user.id}", 120, 120, rate_limits.HOUR)
        db.session.commit()
    again = f"/games/{table.code}/rematch"
    for answer in (ann.post("/lobbies", variant="duet"), ann.post(again)):
        assert (answer.status_code, "Too many tries." in answer.text) == (429, True)
    assert bob.post(again).status_code == 303
