"""What the worker clears away once an hour: what is over goes, what is not stays. The rules of each have own tests."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.models import User
from app.db import Base, db, now
from app.delivery.models import Delivery
from app.games.store.models import Note
from app.lobbies.models import Lobby
from app.notifications.models import Mute, Notice
from app.worker import cleanup, scheduled_tasks
from tests.clock import pass_time
from tests.games.tables import lay
from tests.visitor import Visitor, sign_up


def count(model: type[Base], *which: bool) -> int:
    """How many rows there are."""
    return db.session.scalar(select(func.count()).select_from(model).where(*which)) or 0


def test_lobbies_are_warned_of_their_end_and_end(app: Flask, ann: Visitor) -> None:
    ann.post("/lobbies", variant="duet")
    pass_time(app, timedelta(days=6, hours=1))
    ann.post("/lobbies", variant="duet")
    with app.app_context():
        assert cleanup.expire_lobbies() == 1
        assert count(Lobby, Lobby.warned_at.is_not(None)) == 1
    pass_time(app, timedelta(days=1))
    with app.app_context():
        assert cleanup.expire_lobbies() == 1
        assert count(Lobby, Lobby.closed_at.is_(None)) == 1
        assert cleanup.expire_lobbies() == 0


def test_guests_go_and_what_the_deleted_have_left(app: Flask) -> None:
    with app.app_context():
        db.session.add(User("A guest"))
        db.session.commit()
    pass_time(app, timedelta(days=181))
    gone = sign_up(app, "Ann").user
    assert gone
    with app.app_context():
        db.session.add_all([User("Another guest"), Mute(gone.id, "game:k3x9")])
        db.session.get_one(User, gone.id).deleted_at = now()
        db.session.commit()
        assert cleanup.clean_up_accounts() == 2
        assert (count(User, User.deleted_at.is_(None)), count(Mute)) == (1, 0)
        assert cleanup.clean_up_accounts() == 0


def test_what_was_told_is_forgotten_after_a_month(app: Flask, ann: Visitor) -> None:
    assert ann.user
    for _ in range(2):
        pass_time(app, timedelta(days=16))
        with app.app_context():
            over = {"closed_at": now(), "why": "acted"}
            db.session.add(Notice(ann.user.id, "game:k3x9", "turn", {}, "/games/k3x9", since=now(), **over))
            letter = Delivery(ann.user.id, "mail", "ann@example.org", "turns", {}, now(), state="done", ended_at=now())
            db.session.add(letter)
            db.session.commit()
    pass_time(app, timedelta(days=15))
    with app.app_context():
        assert cleanup.delete_old_records() == 2
        assert (count(Notice), count(Delivery)) == (1, 1)
        assert cleanup.delete_old_records() == 0


@pytest.mark.parametrize("name", ["lobbies", "people", "past"])
def test_each_is_done_every_hour(app: Flask, name: str) -> None:
    tasks = {
        task.task.name: task.cron
        for task in scheduled_tasks.create_task_app(app).periodic_registry.periodic_tasks.values()
    }
    assert tasks[name] == scheduled_tasks.HOURLY


def test_notes_go_a_month_after_their_game(app: Flask, ann: Visitor, bob: Visitor) -> None:
    """Who wanted to show them to the table has done so by then."""
    over, running = (lay("duet", {"a": ann, "b": bob}) for _ in range(2))
    for table in (over, running):
        ann.post(f"/games/{table.code}/notes", note="Bob likes animals.")
    over.must("b", "resign")
    with app.app_context():
        assert cleanup.delete_old_records() == 0
    over.change(finished_at=now() - cleanup.RETENTION - timedelta(minutes=1))
    with app.app_context():
        assert cleanup.delete_old_records() == 1
        assert count(Note) == 1
        assert cleanup.delete_old_records() == 0
