"""What the worker clears away, and what it must leave."""

import sys

import pytest
from sqlalchemy import func, select, update

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import PushSubscription
from app.notifications import cleanup, muting, notices
from app.notifications.models import Mute, Notice, Preference
from tests.clock import pass_time
from tests.notifications.turn_notices import DAY, OTHER, SAYS, TOPIC, align, browser, opened, wait, writes_to

pytestmark = pytest.mark.usefixtures("context")


def rows(model):
    return db.session.scalar(select(func.count()).select_from(model))


def test_only_what_was_closed_long_ago_is_forgotten(app, ann, monkeypatch):
    monkeypatch.setattr(sys.modules["app.db"], "BATCH_SIZE", 2)
    for number in range(5):
        align(wait(ann), topic=f"game:{number}")
        align(topic=f"game:{number}")
    align(wait(ann), topic="game:open")
    db.session.commit()
    pass_time(app, 30 * DAY)
    align(wait(ann), topic="game:late")
    align(topic="game:late")
    assert cleanup.delete_old_notices(now() - 30 * DAY) == 5
    assert cleanup.delete_old_notices(now() - 30 * DAY) == 0
    assert set(db.session.scalars(select(Notice.topic))) == {"game:open", "game:late"}


@pytest.fixture
def furnished(ann, bob):
    """Ann and Bob, with one of everything each."""
    for who in (ann, bob):
        writes_to(who, rhythm=60)
        browser(who)
        muting.mute(who.user.id, TOPIC)
        notices.create_news([who.user.id], OTHER, "over", "/games/x", SAYS)
    align(wait(ann), wait(bob))
    return ann


def left(who):
    own = [rows_of for rows_of in (Preference, Mute, PushSubscription) if rows(rows_of)]
    kept = [db.session.scalar(select(func.count()).where(model.user_id == who.user.id)) for model in own]
    return len(opened(who)), *kept


@pytest.mark.parametrize("how", ["gone", "deleted"])
def test_of_who_is_gone_nothing_is_left(furnished, bob, how):
    if how == "gone":
        cleanup.delete_user_data(furnished.user.id)
    else:
        db.session.execute(update(User).where(User.id == furnished.user.id).values(deleted_at=now()))
        assert cleanup.delete_data_of_deleted_users() == 5
        assert cleanup.delete_data_of_deleted_users() == 0
    assert left(furnished) == (0, 0, 0, 0)
    assert left(bob) == (2, 1, 1, 1)
    assert db.session.scalars(select(Notice.id).where(Notice.user_id == furnished.user.id)).all() == []


def test_nobody_else_is_touched(furnished):
    assert cleanup.delete_data_of_deleted_users() == 0
    assert left(furnished) == (2, 1, 1, 1)
