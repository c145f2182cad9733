"""Digests: one mail for all that is due, and from one to the next the time that its reader wants."""

import pytest

from app.db import db
from app.delivery import deliverer
from app.notifications import notices
from app.notifications.reminders import reminder
from tests.notifications.turn_notices import (
    DAY,
    GONE,
    HOUR,
    MINUTE,
    OTHER,
    SAYS,
    TOPIC,
    align,
    browser,
    called,
    deliveries,
    later,
    wait,
    writes_to,
)

pytestmark = pytest.mark.usefixtures("context")


def sent(who):
    """What became of somebody's mails, each with the number of its calls."""
    return [(each.state, len(reminder.load_reminders(each.params))) for each in deliveries(who)]


def post(app, by=0 * MINUTE):
    """Let time pass, call, and send what is due, as the worker does."""
    later(app, by)
    deliverer.deliver_due(channels=["mail"])
    db.session.remove()


def test_all_that_is_due_is_one_mail(app, ann):
    writes_to(ann)
    for number in range(5):
        align(wait(ann), topic=f"game:{number}")
    post(app, HOUR)
    assert sent(ann) == [("done", 5)]


def test_what_comes_soon_after_waits_and_is_gathered(app, ann):
    writes_to(ann)
    align(wait(ann))
    post(app, HOUR)
    for number in range(3):
        align(wait(ann, ago=6 * MINUTE), topic=f"game:{number}")
        post(app, 2 * MINUTE)
    assert sent(ann) == [("done", 1), ("waiting", 3)]
    post(app, 8 * MINUTE)
    assert sent(ann) == [("done", 1), ("waiting", 3)]
    post(app, 2 * MINUTE)
    assert sent(ann) == [("done", 1), ("done", 3)]


def test_pushes_and_webhooks_do_not_wait_with_the_mail(app, ann):
    writes_to(ann, webhook="https://hooks.example.org/1", rhythm=1440)
    browser(ann)
    align(wait(ann))
    post(app, HOUR)
    align(wait(ann), topic=OTHER)
    post(app, HOUR)
    assert sent(ann) == [("done", 1), ("waiting", 1)]
    assert called(ann, "push") == called(ann, "webhook") == ["turn", "turn"]


@pytest.mark.parametrize("minutes", [15, 60, 180, 1440])
def test_the_rhythms(app, ann, minutes):
    writes_to(ann, rhythm=minutes)
    align(wait(ann))
    post(app, HOUR)
    align(wait(ann, ago=HOUR), topic=OTHER)
    post(app)
    post(app, (minutes - 1) * MINUTE)
    assert sent(ann) == [("done", 1), ("waiting", 1)]
    post(app, 2 * MINUTE)
    assert sent(ann) == [("done", 1), ("done", 1)]


@pytest.mark.parametrize("urgent", ["last", "reminder", "nudge"])
def test_what_is_urgent_goes_at_once_with_all_that_waits(app, ann, urgent):
    writes_to(ann, rhythm=1440)
    align(wait(ann, within=3 * DAY if urgent == "nudge" else DAY))
    post(app, HOUR)
    align(wait(ann, ago=HOUR), topic=OTHER)
    post(app)
    assert sent(ann) == [("done", 1), ("waiting", 1)]
    if urgent == "nudge":
        notices.nudge_users(TOPIC, GONE)
    post(app, {"last": 22.5, "reminder": 17.5, "nudge": 0.25}[urgent] * HOUR)
    assert sent(ann) == [("done", 1), ("done", 2)]
    assert called(ann) == ["turn", "turn", urgent]


def test_what_is_urgent_does_not_wait_for_its_time(app, ann):
    writes_to(ann, rhythm=1440)
    align(wait(ann))
    post(app, HOUR)
    notices.nudge_users(TOPIC, GONE)
    post(app)
    assert sent(ann) == [("done", 1), ("waiting", 1)], "nobody is called by two mails in ten minutes"
    post(app, 10 * MINUTE)
    assert sent(ann) == [("done", 1), ("done", 1)]


def test_news_waits_too(app, ann):
    writes_to(ann)
    align(wait(ann))
    post(app, HOUR)
    notices.create_news([ann.user.id], OTHER, "over", "/games/x", SAYS)
    post(app)
    assert sent(ann) == [("done", 1), ("waiting", 1)]


def test_a_mail_that_turned_out_needless_does_not_count(app, ann):
    writes_to(ann)
    align(wait(ann))
    later(app, HOUR)
    align(actors=[ann])
    deliverer.deliver_due(channels=["mail"])
    align(wait(ann, ago=HOUR), topic=OTHER)
    post(app)
    assert sent(ann) == [("dropped", 1), ("done", 1)]


def test_another_address_does_not_wait_for_the_first(app, ann):
    writes_to(ann, rhythm=1440)
    align(wait(ann))
    post(app, HOUR)
    align(wait(ann, ago=HOUR), topic=OTHER)
    post(app)
    ann.name = "Ann.Other"
    writes_to(ann)
    align(wait(ann, ago=HOUR), topic="game:third")
    post(app)
    assert [(each.target, each.state) for each in deliveries(ann)] == [
        ("ann@example.org", "done"),
        ("ann@example.org", "waiting"),
        ("ann.other@example.org", "done"),
    ]
    post(app, DAY)
    assert deliveries(ann)[1].state == "dropped"


def test_nothing_is_added_to_a_mail_that_a_worker_has(app, ann):
    writes_to(ann, rhythm=60)
    align(wait(ann))
    later(app, HOUR)
    [mail] = deliveries(ann)
    mail.attempts += 1
    db.session.commit()
    align(wait(ann, ago=HOUR), topic=OTHER)
    later(app)
    first, second = deliveries(ann)
    assert len(reminder.load_reminders(first.params)) == 1
    assert second.due_at - first.due_at == HOUR


def test_a_server_that_is_down_does_not_end_the_rhythm(app, ann, monkeypatch):
    """Whatever becomes due meanwhile is gathered in the next mail, and is told once."""
    writes_to(ann, rhythm=60)
    align(wait(ann, within=3 * DAY))
    monkeypatch.setitem(app.config, "SMTP_URL", "smtp://127.0.0.1:1")
    post(app, HOUR)
    for number in range(3):
        align(wait(ann, ago=HOUR), topic=f"game:{number}")
        post(app, MINUTE)
    assert sent(ann) == [("waiting", 1), ("waiting", 3)]
    monkeypatch.setitem(app.config, "SMTP_URL", "")
    post(app, 2 * HOUR)
    assert sent(ann) == [("done", 1), ("done", 3)]
