"""dispatch.send_due_reminders(): who is called when, over which channels, and once."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import insert, text, update

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import Delivery
from app.notifications import muting, notices
from app.notifications.models import Notice
from app.notifications.reminders import dispatch
from app.notifications.settings import preferences
from tests.clock import pass_time
from tests.notifications.turn_notices import (
    DAY,
    GONE,
    HOUR,
    MINUTE,
    SAYS,
    TOPIC,
    again,
    align,
    browser,
    called,
    deliveries,
    later,
    opened,
    plan,
    statements,
    wait,
    writes_to,
)

pytestmark = pytest.mark.usefixtures("context")


class TestStages:
    def test_each_stage_is_called_once(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        assert later(app, 4 * MINUTE) == 0
        counts = [later(app, HOUR) for _ in range(23)]
        assert called(ann) == ["turn", "reminder", "last"]
        assert sum(counts) == 3
        assert later(app, DAY) == 0

    def test_a_late_worker_calls_once(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        later(app, 20 * HOUR)
        assert later(app) == 0
        assert called(ann) == ["reminder"]

    def test_without_a_deadline_one_call(self, app, ann):
        writes_to(ann)
        align(wait(ann))
        for _ in range(5):
            later(app, DAY)
        assert called(ann) == ["turn"]

    def test_who_acts_in_time_is_not_called(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        later(app, 4 * MINUTE)
        align(actors=[ann])
        later(app, DAY)
        assert called(ann) == []

    def test_who_acts_while_the_wait_goes_on_is_reminded_alone(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        align(again(opened(ann)[0], acted=True), actors=[ann])
        for _ in range(23):
            later(app, HOUR)
        assert called(ann) == ["reminder", "last"]

    def test_a_clock_put_forward_and_back_calls_nobody_twice(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        assert later(app, 17.5 * HOUR) == 1
        assert later(app, HOUR) == 1
        pass_time(app, -HOUR)
        align(again(opened(ann)[0]))
        assert [later(app, step * HOUR) for step in (0, 1, 3, 2)] == [0, 0, 0, 1]
        assert called(ann) == ["turn", "reminder", "last"]

    def test_news_is_called_once(self, app, ann):
        writes_to(ann)
        notices.create_news([ann.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
        assert [later(app), later(app, DAY)] == [1, 0]
        assert called(ann) == ["news"]
        assert opened(ann)[0].due_at is None

    def test_a_longer_time_is_reminded_of_anew(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        later(app, 19 * HOUR)
        [notice] = opened(ann)
        align(replace(again(notice), deadline=notice.deadline + DAY))
        for _ in range(28):
            later(app, HOUR)
        assert called(ann) == ["reminder", "reminder", "last"]


class TestNudges:
    def test_a_nudge_is_a_call_of_its_own(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        later(app, HOUR)
        notices.nudge_users(TOPIC, GONE)
        assert later(app) == 1
        assert deliveries(ann)[-1].params["items"][-1][1:] == ["nudge", GONE]
        assert "nudge" not in opened(ann)[0].params
        for _ in range(22):
            later(app, HOUR)
        assert called(ann) == ["turn", "nudge", "reminder", "last"]

    def test_who_was_nudged_need_not_be_told_of_the_turn(self, app, ann):
        writes_to(ann)
        align(wait(ann))
        notices.nudge_users(TOPIC, GONE)
        assert [later(app), later(app, HOUR)] == [1, 0]
        assert called(ann) == ["nudge"]

    def test_a_nudge_says_what_is_due_just_then(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        later(app, HOUR)
        notices.nudge_users(TOPIC, GONE)
        assert [later(app, 18 * HOUR), later(app)] == [1, 0]
        assert called(ann) == ["turn", "nudge"]


class TestChannels:
    def test_without_a_choice_mail_and_every_browser(self, app, ann):
        address = writes_to(ann)
        browsers = [browser(ann), browser(ann, "Chrome")]
        align(wait(ann))
        later(app, HOUR)
        assert [each.target for each in deliveries(ann)] == [address]
        assert [each.target for each in deliveries(ann, "push")] == [str(number) for number in browsers]
        assert deliveries(ann, "webhook") == []

    def test_as_chosen(self, app, ann):
        writes_to(ann, mail=False, push=False, webhook="https://hooks.example.org/1")
        browser(ann)
        align(wait(ann))
        later(app, HOUR)
        assert (deliveries(ann), deliveries(ann, "push")) == ([], [])
        assert [each.target for each in deliveries(ann, "webhook")] == ["https://hooks.example.org/1"]

    def test_where_nothing_reaches_somebody_the_bell_is_enough(self, app, ann):
        align(wait(ann, within=DAY))
        assert [later(app, HOUR), later(app)] == [1, 0]
        assert opened(ann)[0].stage == 1
        preferences.save_preference(ann.user.id, webhook="https://hooks.example.org/1")
        later(app, 18 * HOUR)
        assert called(ann, "webhook") == ["reminder"]

    def test_no_mails_where_the_site_sends_none(self, app, ann, monkeypatch):
        monkeypatch.setitem(app.config, "MAIL_DIR", None)
        writes_to(ann)
        align(wait(ann))
        assert later(app, HOUR) == 1
        assert deliveries(ann) == []

    def test_a_deleted_account_is_told_nothing(self, app, ann):
        writes_to(ann)
        align(wait(ann))
        db.session.execute(update(User).where(User.id == ann.user.id).values(deleted_at=now()))
        assert later(app, HOUR) == 1
        assert deliveries(ann) == []

    def test_muted_places_are_passed_over(self, app, ann):
        writes_to(ann)
        align(wait(ann, within=DAY))
        align(wait(ann, within=DAY), topic="game:other")
        muting.mute(ann.user.id, TOPIC)
        later(app, HOUR)
        assert called(ann) == ["turn"]
        muting.unmute(ann.user.id, TOPIC)
        later(app, 18 * HOUR)
        assert called(ann) == ["turn", "reminder", "reminder"]

    def test_pushes_are_one_each_unless_many(self, app, ann):
        browser(ann)
        for number in range(3):
            align(wait(ann), topic=f"game:{number}")
        later(app, HOUR)
        assert [len(each.params["items"]) for each in deliveries(ann, "push")] == [1, 1, 1]
        for number in range(4):
            align(wait(ann), topic=f"game:4{number}")
        later(app, HOUR)
        assert [len(each.params["items"]) for each in deliveries(ann, "push")][3:] == [4]

    def test_a_webhook_gets_one_message(self, app, ann):
        preferences.save_preference(ann.user.id, webhook="https://hooks.example.org/1")
        for number in range(3):
            align(wait(ann), topic=f"game:{number}")
        later(app, HOUR)
        assert [len(each.params["items"]) for each in deliveries(ann, "webhook")] == [3]


class TestManyPeople:
    def people(self, count: int) -> list[int]:
        rows = [{"name": f"P{number}", "email": f"p{number}@example.org"} for number in range(count)]
        ids = list(db.session.scalars(insert(User).returning(User.id), rows))
        at = now()
        shared = {"kind": "turn", "params": SAYS, "path": "/games/x", "deadline": at + DAY, "due_at": at - MINUTE}
        waits = [
            {"user_id": user_id, "topic": f"game:{user_id}:{number}", "since": at - HOUR, **shared}
            for user_id in ids
            for number in range(2)
        ]
        db.session.execute(insert(Notice), waits)
        db.session.commit()
        return ids

    def test_a_batch_is_a_dozen_statements_however_many_people(self):
        self.people(1000)
        with statements() as sent:
            assert dispatch.send_due_reminders(1000) == 1000
        assert len(sent) <= 9, sent
        assert db.session.query(Delivery).count() == 1000
        assert all(len(each.params["items"]) == 2 for each in db.session.query(Delivery))

    def test_at_most_so_many_people_and_the_longest_overdue_first(self):
        ids = self.people(5)
        db.session.execute(update(Notice).where(Notice.user_id == ids[3]).values(due_at=now() - HOUR))
        db.session.commit()
        assert dispatch.send_due_reminders(1) == 1
        assert [each.user_id for each in db.session.query(Delivery)] == [ids[3]]
        assert [dispatch.send_due_reminders(3), dispatch.send_due_reminders(3), dispatch.send_due_reminders(3)] == [
            3,
            1,
            0,
        ]

    def test_what_is_closed_is_not_looked_at(self):
        ids = self.people(5)
        at = now() - timedelta(days=3)
        old = {"kind": "turn", "params": {}, "path": "/", "since": at, "due_at": at, "closed_at": at, "why": "acted"}
        db.session.execute(
            insert(Notice), [{"user_id": ids[number % 5], "topic": f"old:{number}", **old} for number in range(20_000)]
        )
        db.session.execute(text("REINDEX TABLE notices"))  # as large as it need be, whatever other tests wrote
        db.session.execute(text("ANALYZE notices"))
        db.session.commit()
        with statements() as sent:
            assert dispatch.send_due_reminders() == 5
        plans = [plan(*each) for each in sent if "FROM notices" in each[0]]
        assert len(plans) == 2
        for each in plans:
            assert "Seq Scan on notices" not in each, each
            assert "notices_due_at_idx" in each or "notices_open_key" in each, each
