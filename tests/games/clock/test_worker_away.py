"""The worker was away for a day: ten thousand deadlines have passed, and people have played on without it."""

import threading
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from app.db import db
from app.delivery import deliverer
from app.delivery.models import Delivery
from app.games.table import deadlines
from app.notifications.reminders import dispatch
from tests.clock import pass_time
from tests.games import bulk_games, situations
from tests.games.bulk_games import scalar
from tests.games.clock.deadline_steps import DAY
from tests.games.tables import WINNING, Table

MANY = 10_000  # deadlines, of a thousand people's games
SOME = 20  # mails that are looked at
MOST_MEMORY = 64 * 1024 * 1024  # bytes by which the process may grow
REACHABLE = "UPDATE users SET email = 'person' || id || '@example.org'"
MOVED = "UPDATE notices SET deadline = games.deadline FROM games WHERE path = '/games/' || code"
OVERDUE = "UPDATE notices SET due_at = deadline - interval '1 hour' WHERE closed_at IS NULL"
TIMEOUTS = "SELECT count(*), count(DISTINCT game_id) FROM moves WHERE text = 'timeout' AND game_id = ANY(:games)"
DIGESTS = select(Delivery.user_id, func.count()).where(Delivery.channel == "mail").group_by(Delivery.user_id)


@pytest.fixture
def games(app, pool, ann, bob, tmp_path, monkeypatch) -> list[int]:
    """Games whose time has been over for up to a day, of people who get mails."""
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path / "mail")
    games = bulk_games.copy(situations.guessing(ann, bob), MANY, pool)
    bulk_games.run_out(app, games, DAY)
    with app.app_context():
        for change in (REACHABLE, MOVED, OVERDUE):
            db.session.execute(text(change))
        db.session.commit()
    return games


def play(table: Table, over: threading.Event, played: list[str]) -> None:
    """Play a whole game; keep the moves that were acknowledged while the worker was at work."""
    for seat, move in WINNING:
        answer = table.play(seat, move)
        if answer.status_code == 303 and not over.is_set():
            played.append(move)


def memory() -> int:
    """How many bytes of memory this process uses."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def send_reminders(app) -> None:
    """Call all who are to be called, as the worker does."""
    with app.app_context():
        while dispatch.send_due_reminders(100):
            pass


def test_all_is_settled_once_and_each_person_gets_one_mail(app, games, cat, dan):
    before, over = memory(), threading.Event()
    table, played = situations.duet(cat, dan, ""), list[str]()
    playing = threading.Thread(target=play, args=[table, over, played])
    send_reminders(app)
    playing.start()
    with app.app_context():
        assert deadlines.sweep() == MANY
        assert deadlines.sweep() == 0
    over.set()
    playing.join()
    assert memory() - before < MOST_MEMORY
    assert played
    assert table.moves == [move for _, move in WINNING]
    with app.app_context():
        timeouts = (
            "SELECT count(*), count(DISTINCT game_id) FROM moves WHERE text = 'timeout' AND game_id = ANY(:games)"
        )
        assert db.session.execute(text(timeouts), {"games": games}).one() == (MANY, MANY)
        assert Counter(count for _, count in db.session.execute(DIGESTS)) == {1: 1000}
        deliverer.deliver_due(SOME, ["mail"])
        assert scalar("SELECT count(*) FROM deliveries WHERE state = 'dropped'") == SOME, "what has passed is not told"
    pass_time(app, timedelta(minutes=10))
    send_reminders(app)
    with app.app_context():
        assert set(dict(db.session.execute(DIGESTS).all()).values()) <= {1, 2}
