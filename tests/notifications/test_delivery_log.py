"""The ledger: who was told of what and when, and what became of it."""

import pytest

from app.db import now
from app.delivery import deliverer
from app.notifications import notices
from app.notifications.reminders.delivery_log import LEFT_OUT_REASON, load_delivery_log
from tests.notifications.turn_notices import DAY, HOUR, OTHER, SAYS, TOPIC, align, browser, later, wait, writes_to

pytestmark = pytest.mark.usefixtures("context")


def lines(*people):
    found = load_delivery_log([who.user.id for who in people] or None)
    return [(each.channel, each.topic, each.call, each.state) for each in found]


def test_what_was_sent_and_what_was_not(app, ann):
    address = writes_to(ann)
    align(wait(ann, within=DAY))
    later(app, HOUR)
    deliverer.deliver_due(channels=["mail"])
    later(app, 18 * HOUR)
    assert lines() == [("mail", TOPIC, "turn", "done"), ("mail", TOPIC, "reminder", "waiting")]
    align(actors=[ann])
    deliverer.deliver_due(channels=["mail"])
    assert lines() == [("mail", TOPIC, "turn", "done"), ("mail", TOPIC, "reminder", "dropped")]
    first, second = load_delivery_log()
    assert (first.user_id, first.target, first.reason) == (ann.user.id, address, None)
    assert first.at < now() - 17 * HOUR
    assert second.reason == "No longer needed."


def test_of_a_digest_what_was_left_out_is_dropped(app, ann):
    writes_to(ann)
    align(wait(ann))
    notices.create_news([ann.user.id], OTHER, "over", "/games/x", SAYS)
    later(app, HOUR)
    align(actors=[ann])
    deliverer.deliver_due(channels=["mail"])
    assert lines() == [("mail", TOPIC, "turn", "dropped"), ("mail", OTHER, "news", "done")]
    assert load_delivery_log()[0].reason == LEFT_OUT_REASON


def test_it_is_of_some_people_or_of_all(app, ann, bob):
    browser(ann)
    browser(bob)
    align(wait(ann), wait(bob))
    later(app, HOUR)
    assert len(lines()) == 2
    assert lines(bob) == [("push", TOPIC, "turn", "waiting")]
