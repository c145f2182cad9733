"""Nothing is sent to somebody who has acted since, nor where they do not want it any more."""

from dataclasses import replace

import pytest
from sqlalchemy import update

from app.accounts.models import User
from app.db import db, now
from app.delivery import deliverer
from app.delivery.models import PushSubscription
from app.delivery.outbox import write_message
from app.notifications import muting, notices
from app.notifications.settings import preferences
from tests.clock import pass_time
from tests.notifications.turn_notices import (
    CHANNELS,
    DAY,
    GONE,
    HOUR,
    OTHER,
    SAYS,
    TOPIC,
    again,
    align,
    deliveries,
    later,
    opened,
    said,
    wait,
)

pytestmark = pytest.mark.usefixtures("context")


@pytest.fixture
def called(app, reached):
    align(wait(reached, within=DAY))
    later(app, HOUR)
    return reached


def silent(who):
    return all(write_message(each) is None for channel in CHANNELS for each in deliveries(who, channel))


def test_it_is_true_at_first(called):
    assert not silent(called)


def test_who_has_acted(called):
    align(actors=[called])
    assert silent(called)


def test_who_has_acted_and_is_still_awaited(called):
    """An operative who has touched a card and may touch another."""
    align(again(opened(called)[0], acted=True), actors=[called])
    assert silent(called)


def test_who_has_acted_and_is_awaited_anew(called):
    align(wait(called, acted_at=now()), actors=[called])
    assert silent(called)


@pytest.mark.parametrize("hours", [18.5, 23.2])
def test_a_reminder_to_who_has_acted_since(app, called, hours):
    later(app, (hours - 1) * HOUR)
    align(again(opened(called)[0], acted=True), actors=[called])
    assert silent(called)


def test_a_nudge_to_who_has_acted_since(app, called):
    notices.nudge_users(TOPIC, GONE)
    later(app)
    align(again(opened(called)[0], acted=True), actors=[called])
    assert silent(called)


def test_somebody_else_took_the_move(called):
    align()
    assert silent(called)


def test_a_new_wait_of_who_did_nothing_is_told(called):
    align(wait(called, within=2 * DAY))
    assert not silent(called)
    assert "(47 hours left)" in said(called).items[0].sentence


def test_a_reminder_whose_time_has_come_later_is_not_told(app, called):
    later(app, 18 * HOUR)
    assert said(called).title == "Still your turn: Duet"
    [notice] = opened(called)
    align(replace(again(notice), deadline=notice.deadline + 2 * DAY))
    assert said(called, "push") is None
    assert said(called).title == "Your turn: Duet"  # the mail was not sent yet


def test_what_the_next_call_has_overtaken(app, called):
    later(app, 18 * HOUR)
    first, second = deliveries(called, "push")
    assert write_message(first) is None
    assert write_message(second).title == "Still your turn: Duet"


def test_after_the_deadline_nothing_is_told(app, called):
    pass_time(app, 2 * DAY)
    assert silent(called)


def test_a_place_that_was_muted_since(called):
    muting.mute(called.user.id, TOPIC)
    assert silent(called)


def test_news_that_was_seen_since(app, reached):
    notices.create_news([reached.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
    later(app)
    notices.close_notices(TOPIC, "over", [reached.user.id], "seen")
    assert silent(reached)


def test_another_address(called):
    db.session.execute(update(User).where(User.id == called.user.id).values(email="other@example.org"))
    assert said(called) is None
    assert said(called, "push") is not None


@pytest.mark.parametrize(
    ("channel", "chosen"),
    [
        ("mail", {"mail": False}),
        ("push", {"push": False}),
        ("webhook", {"webhook": None}),
        ("webhook", {"webhook": "https://hooks.example.org/2"}),
    ],
)
def test_another_choice(called, channel, chosen):
    preferences.save_preference(called.user.id, **chosen)
    assert [each for each in CHANNELS if said(called, each) is None] == [channel]


@pytest.mark.parametrize("how", ["removed", "another's"])
def test_a_browser_that_is_theirs_no_more(called, bob, how):
    if how == "removed":
        preferences.delete_browser(called.user.id, int(deliveries(called, "push")[0].target))
    else:
        db.session.execute(update(PushSubscription).values(user_id=bob.user.id))
    assert said(called, "push") is None


def test_a_deleted_account(called):
    db.session.execute(update(User).where(User.id == called.user.id).values(deleted_at=now()))
    assert silent(called)


def test_of_several_only_what_is_true(app, called):
    preferences.save_preference(called.user.id, rhythm=1440)
    deliverer.deliver_due(channels=["mail"])
    for topic in (OTHER, "game:third"):
        align(wait(called, ago=HOUR), topic=topic)
    later(app)
    assert len(said(called).items) == 2
    align(topic=OTHER, actors=[called])
    message = said(called)
    assert (message.title, len(message.items), message.tag) == ("Your turn: Duet", 1, "game:third")
