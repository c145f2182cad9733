"""Lobbies that nobody starts: a word a day before, and the end."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from app.db import db
from app.lobbies import expiry
from app.notifications.models import Notice
from app.notifications.registry import write_notice_text
from tests.clock import pass_time
from tests.lobbies.sample_lobby import open_lobby

SIX_DAYS = timedelta(days=6, minutes=1)


@pytest.fixture
def lobby(app, ann, bob):
    lobby = open_lobby(ann, variant="duet")
    lobby.sit(bob, "b")
    return lobby


def told(app):
    """Who has an open notice of a lobby."""
    with app.app_context():
        return sorted(
            db.session.scalars(select(Notice.user_id).where(Notice.kind == "lobby", Notice.closed_at.is_(None)))
        )


def run(app, step):
    with app.app_context():
        return step()


def test_those_in_it_are_told_once_a_day_before(app, lobby, ann, bob):
    assert run(app, expiry.warn_before_expiry) == 0
    pass_time(app, SIX_DAYS)
    assert [run(app, expiry.warn_before_expiry), run(app, expiry.warn_before_expiry)] == [1, 0]
    assert told(app) == sorted([ann.user.id, bob.user.id])
    with app.app_context():
        notice = db.session.scalar(select(Notice).where(Notice.user_id == bob.user.id))
        assert write_notice_text(notice).sentence == "This lobby will close within a day unless the game starts."
        assert notice.path == lobby.url()


def test_after_a_week_it_ends_and_nobody_is_told_of_it_any_more(app, lobby, ann):
    pass_time(app, SIX_DAYS)
    run(app, expiry.warn_before_expiry)
    assert run(app, expiry.close_expired) == 0
    pass_time(app, timedelta(days=1))
    assert [run(app, expiry.close_expired), run(app, expiry.close_expired)] == [1, 0]
    assert told(app) == []
    answer = ann.get(lobby.url())
    assert answer.status_code == 410
    assert "within a week" in answer.text


def test_a_started_game_takes_the_word_back(app, lobby, ann):
    pass_time(app, SIX_DAYS)
    run(app, expiry.warn_before_expiry)
    lobby.sit(ann, "a")
    lobby.do(ann, "start")
    assert told(app) == []
    assert run(app, expiry.close_expired) == 0


def test_whoever_joins_later_is_not_told_of_what_was_told(app, lobby, cat):
    pass_time(app, SIX_DAYS)
    run(app, expiry.warn_before_expiry)
    lobby.sit(cat, "")
    assert run(app, expiry.warn_before_expiry) == 0
    assert cat.user.id not in told(app)
