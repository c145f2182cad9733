"""T5: what time does is done exactly once, whoever looks at the same moment: sweepers, players, other processes."""

import time
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import text

from app.db import db
from app.games.moves import service
from app.games.store.errors import TooLate
from app.rules import Guess
from tests import fork_server
from tests.concurrency import at_once
from tests.games import bulk_games, situations
from tests.games.bulk_games import scalar
from tests.games.clock.deadline_steps import MINUTE, come_to, sweep
from tests.games.tables import CLUE

SWEEPER = """
import sys
from app import create_app
from app.config import Settings
from app.games.table import deadlines
app = create_app(Settings(database_url=sys.argv[1], secret_key="tests"))
print("ready", flush=True)
sys.stdin.readline()
with app.app_context():
    print(deadlines.sweep())
"""
SITTING = "SELECT code, version, user_id FROM games JOIN players ON game_id = id AND seat = 'a' WHERE id = ANY(:games)"


def test_two_sweepers_share_the_work(app, pool, ann, bob):
    """In processes of their own: each game is settled by one of them, and neither waits for the other."""
    models = [situations.missing(ann, bob), situations.guessing(ann, bob), situations.clueing(ann, bob)]
    games = [game for model in models for game in bulk_games.copy(model, 400, pool)]
    versions, stalled = "SELECT sum(version) FROM games WHERE id = ANY(:games)", "SELECT count(stalled_at) FROM games"
    with app.app_context():
        before = scalar(versions, games=games)
    bulk_games.run_out(app, games, MINUTE)
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    sweepers = [fork_server.server().start_piped(SWEEPER, url) for _ in range(2)]
    assert [sweeper.stdout.readline() for sweeper in sweepers] == ["ready\n"] * 2
    counts = at_once([lambda sweeper=sweeper: int(sweeper.communicate("\n", timeout=90)[0]) for sweeper in sweepers])
    assert sum(counts) == len(games)
    assert min(counts) > 0
    with app.app_context():
        assert scalar(versions, games=games) == before + 800
        assert scalar(stalled) == 400
        assert scalar(bulk_games.UNTOLD) == 0


def rush(table, seat, moves, seen):
    """Let two sweepers, a page and these moves come at the same moment; return the answers to page and moves."""

    def play(move):
        return lambda: table.play(seat, move, seen=seen)

    def look():
        return table.people["a"].fragment(f"/games/{table.code}")

    return at_once([look, *map(play, moves), lambda: sweep(table), lambda: sweep(table)])[:-2]


def test_two_sweepers_and_players_in_the_same_second(app, ann, bob):
    """One `timeout`; and everybody is shown the table after it."""
    for _ in range(12):
        table = situations.duet(ann, bob)
        table.must("a", f"clue {CLUE} 2")
        come_to(table, timedelta(0))
        page, *moves = rush(table, "b", ["guess 0", "guess 1"], seen=1)
        assert table.moves == [f"clue {CLUE} 2", "timeout"]
        assert [page.status_code, *(answer.status_code for answer in moves)] == [200, 409, 409]
        assert all('data-version="2"' in answer.text for answer in (page, *moves))
    with app.app_context():
        assert scalar(bulk_games.UNTOLD) == 0


def test_around_the_deadline(app, ann, bob):
    """Either the move came in time or the clock did; never both, and never neither."""
    ends = Counter()
    for number in range(20):
        table = situations.duet(ann, bob)
        table.must("a", f"clue {CLUE} 2")
        come_to(table, timedelta(milliseconds=3 * number))
        _, move = rush(table, "b", ["guess 10"], seen=1)
        sweep(table)
        assert move.status_code in {303, 409}
        assert table.moves[1:] == ["guess 10" if move.status_code == 303 else "timeout"]
        ends[table.moves[1]] += 1
    assert ends["timeout"], "at least the first came too late"
    with app.app_context():
        assert scalar(bulk_games.UNTOLD) == 0


def test_at_the_end_of_an_offer(ann, bob):
    """T4: who was missed plays in time, or the game ends, once."""
    for number in range(8):
        table = situations.stalled(ann, bob)
        come_to(table, timedelta(milliseconds=5 * number))
        _, clue = rush(table, "a", [f"clue {CLUE} 1"], seen=2)
        sweep(table)
        last = f"clue {CLUE} 1" if clue.status_code == 303 else "timeout"
        assert table.moves == ["timeout", "timeout", last]
        assert (table.game.reason == "abandoned") is (last == "timeout")


def test_a_move_does_not_wait_long_for_a_batch(app, pool, ann, bob, capsys):
    """Whoever plays while their game is being settled hears that it has moved on; not that the site is out of reach."""
    model = situations.guessing(ann, bob)
    games = bulk_games.copy(model, 600, pool)
    bulk_games.run_out(app, games, MINUTE)
    with app.app_context():
        players = db.session.execute(text(SITTING), {"games": games[::30]}).all()

    def play(code, version, user_id):
        with app.app_context():
            began = time.monotonic()
            with pytest.raises(TooLate):
                service.play_move(code, user_id, Guess(10), version)
            return time.monotonic() - began

    _, *waits = at_once([lambda: sweep(model), *(lambda player=player: play(*player) for player in players)])
    with capsys.disabled():
        print(f"\n{len(waits)} moves beside a sweep waited {max(waits):.2f} s at most")  # noqa: T201
    with app.app_context():
        assert scalar("SELECT count(*) FROM moves WHERE text = 'timeout' AND game_id = ANY(:games)", games=games) == 600
