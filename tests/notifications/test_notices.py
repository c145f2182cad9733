"""What is open for whom: align, nudge, tell and close, in all combinations."""

import pytest
from sqlalchemy import func, select, text

from app.db import db, now
from app.live.topic_versions import TopicVersion, user_topic
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.reminders.schedule import GRACE_PERIOD, QUIET_PERIOD
from tests.clock import pass_time
from tests.notifications.turn_notices import (
    DAY,
    GONE,
    HOUR,
    MINUTE,
    OTHER,
    SAYS,
    TOPIC,
    again,
    align,
    later,
    opened,
    statements,
    wait,
)

pytestmark = pytest.mark.usefixtures("context")


def closed(who):
    query = select(Notice.why).where(Notice.user_id == who.user.id, Notice.closed_at.is_not(None)).order_by(Notice.id)
    return list(db.session.scalars(query))


def beats(who):
    return db.session.scalar(
        select(func.coalesce(func.sum(TopicVersion.beat), 0)).where(TopicVersion.topic == user_topic(who.user.id))
    )


class TestAlign:
    def test_a_wait_opens_a_notice(self, ann):
        waited = wait(ann, within=DAY)
        align(waited)
        [notice] = opened(ann)
        assert (notice.topic, notice.kind, notice.path) == (TOPIC, "turn", "/games/abcdefgh")
        assert (notice.since, notice.deadline, notice.params) == (waited.since, waited.deadline, SAYS)
        assert (notice.stage, notice.due_at) == (0, waited.since + GRACE_PERIOD)

    def test_the_same_wait_changes_nothing(self, ann):
        align(wait(ann, within=DAY))
        [before] = opened(ann)
        seen = before.id, before.stage, before.due_at, beats(ann)
        align(again(before))
        [after] = opened(ann)
        assert (after.id, after.stage, after.due_at, beats(ann)) == seen

    def test_who_is_awaited_no_more_is_closed(self, ann, bob):
        align(wait(ann), wait(bob))
        align(actors=[ann])
        assert (closed(ann), closed(bob)) == (["acted"], ["passed"])

    def test_an_act_in_a_wait_that_goes_on_starts_with_the_reminder(self, ann):
        align(wait(ann, within=DAY))
        [before] = opened(ann)
        align(again(before, acted=True), actors=[ann])
        [after] = opened(ann)
        assert (after.id, after.stage, after.due_at) == (before.id, 1, before.since + 0.75 * DAY)
        assert closed(ann) == []

    def test_an_act_after_a_call_closes_what_was_called_for(self, app, ann):
        align(wait(ann, within=DAY))
        assert later(app, HOUR) == 1
        [before] = opened(ann)
        assert before.called_at
        align(again(before, acted=True), actors=[ann])
        [after] = opened(ann)
        assert after.id != before.id
        assert (after.since, after.stage, after.called_at) == (before.since, 1, None)
        assert closed(ann) == ["acted"]

    def test_who_was_reminded_and_acts_is_reminded_once(self, app, ann):
        align(wait(ann, within=DAY))
        later(app, 19 * HOUR)
        [notice] = opened(ann)
        assert notice.stage == 2
        align(again(notice, acted=True), actors=[ann])
        [notice] = opened(ann)
        assert (notice.stage, notice.due_at) == (2, notice.deadline - HOUR)

    def test_nobody_is_reminded_right_after_an_act(self, app, ann):
        align(wait(ann, within=DAY))
        pass_time(app, 17.9 * HOUR)
        [notice] = opened(ann)
        align(again(notice, acted=True), actors=[ann])
        [notice] = opened(ann)
        assert abs(notice.due_at - now() - QUIET_PERIOD) < MINUTE

    def test_a_new_wait_after_an_act_is_a_new_notice(self, ann):
        align(wait(ann, ago=HOUR))
        [before] = opened(ann)
        align(wait(ann, acted_at=now()), actors=[ann])
        [after] = opened(ann)
        assert after.id != before.id
        assert after.stage == 0
        assert after.due_at > now() + QUIET_PERIOD - MINUTE

    def test_a_new_wait_of_who_did_nothing_is_the_same_notice(self, app, ann):
        align(wait(ann, within=DAY))
        later(app, 19 * HOUR)
        [before] = opened(ann)
        align(wait(ann, within=DAY))
        [after] = opened(ann)
        assert after.id == before.id
        assert (after.stage, after.due_at) == (1, after.since + 0.75 * DAY)

    def test_who_acted_and_is_awaited_anew_by_another_s_act_is_told(self, ann, bob):
        """Ann touched a card; Bob, beside her, ends the turn, and now their side owes a clue."""
        align(wait(ann, ago=HOUR), wait(bob, ago=HOUR))
        align(*(again(opened(who)[0], acted=who is ann) for who in (ann, bob)), actors=[ann])
        assert opened(ann)[0].due_at is None
        align(wait(ann), wait(bob, acted_at=now()), actors=[bob])
        [notice] = opened(ann)
        assert (notice.stage, notice.due_at) == (0, notice.since + GRACE_PERIOD)

    def test_nobody_who_was_not_called_yet_is_passed_over_when_a_new_wait_begins(self, ann):
        align(wait(ann, ago=MINUTE, within=DAY))
        align(wait(ann, within=DAY))
        [notice] = opened(ann)
        assert (notice.stage, notice.due_at) == (0, notice.since + GRACE_PERIOD)

    def test_where_people_sit_together_none_is_called(self, app, ann):
        align(wait(ann, ago=HOUR, within=HOUR, sends_messages=False))
        assert opened(ann)[0].due_at is None
        assert later(app, DAY) == 0

    def test_a_table_that_becomes_an_own_pace_one_calls(self, ann):
        align(wait(ann, ago=HOUR, within=HOUR, sends_messages=False))
        align(again(opened(ann)[0]))
        assert opened(ann)[0].due_at < now()

    def test_one_place_does_not_touch_another(self, ann):
        align(wait(ann))
        align(wait(ann), topic=OTHER)
        align(topic=OTHER)
        assert [notice.topic for notice in opened(ann)] == [TOPIC]

    def test_the_bell_rings_when_something_opens_or_closes(self, ann):
        align(wait(ann))
        assert beats(ann) == 1
        align(again(opened(ann)[0], acted=True), actors=[ann])
        assert beats(ann) == 1
        align()
        assert beats(ann) == 2

    def test_a_handful_of_statements_for_a_hundred_places(self, ann, bob):
        topics = [f"game:{number}" for number in range(100)]
        notices.sync_turns({topic: [wait(ann, within=DAY)] for topic in topics})
        db.session.commit()
        with statements() as sent:
            notices.sync_turns({topic: [wait(bob, within=DAY)] for topic in topics}, [ann.user.id])
            db.session.commit()
        assert len(sent) <= 4, sent


class TestNudge:
    def test_a_nudge_is_due_at_once_and_outlives_what_others_do(self, ann):
        align(wait(ann, within=DAY))
        notices.nudge_users(TOPIC, GONE)
        align(again(opened(ann)[0]))
        [notice] = opened(ann)
        assert notice.params["nudge"] == GONE
        assert notice.due_at <= now()
        assert notice.stage == 0

    def test_who_acts_needs_no_nudge(self, ann):
        align(wait(ann, within=DAY))
        notices.nudge_users(TOPIC, GONE)
        align(again(opened(ann)[0], acted=True), actors=[ann])
        [notice] = opened(ann)
        assert "nudge" not in notice.params
        assert notice.due_at > now()

    def test_it_starts_no_reminders_where_there_are_none(self, app, ann):
        align(wait(ann, within=HOUR, sends_messages=False))
        notices.nudge_users(TOPIC, GONE)
        assert later(app) == 1
        assert opened(ann)[0].due_at is None


class TestTellAndClose:
    def test_news_is_open_and_due_at_once(self, ann, bob):
        notices.create_news([ann.user.id, bob.user.id, ann.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
        db.session.commit()
        [notice] = opened(ann)
        assert (notice.kind, notice.deadline) == ("over", None)
        assert notice.due_at <= now()
        assert len(opened(bob)) == 1
        assert beats(ann) == 1

    def test_news_told_again_is_new(self, ann):
        for _ in range(2):
            notices.create_news([ann.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
            db.session.commit()
        assert len(opened(ann)) == 1
        assert closed(ann) == ["passed"]

    def test_telling_nobody(self, ann):
        notices.create_news([], TOPIC, "over", "/games/abcdefgh", SAYS)
        db.session.commit()
        assert opened(ann) == []

    def test_news_and_turns_do_not_touch_each_other(self, ann):
        align(wait(ann))
        notices.create_news([ann.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
        align()
        assert [notice.kind for notice in opened(ann)] == ["over"]

    @pytest.mark.parametrize("people", ["one", "all"])
    def test_closing(self, ann, bob, people):
        notices.create_news([ann.user.id, bob.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
        notices.close_notices(TOPIC, "over", [ann.user.id] if people == "one" else None, "seen")
        db.session.commit()
        assert closed(ann) == ["seen"]
        assert closed(bob) == ([] if people == "one" else ["seen"])

    def test_closing_all_of_a_place(self, ann, bob):
        align(wait(ann))
        notices.create_news([bob.user.id], TOPIC, "over", "/games/abcdefgh", SAYS)
        notices.close_topics([TOPIC], "gone")
        db.session.commit()
        assert (closed(ann), closed(bob)) == (["gone"], ["gone"])


def test_notices_of_turns_are_updated_without_reading_all_others(ann):
    """Also by a plan that is kept, for however many there will be."""
    many = """INSERT INTO notices (user_id, topic, kind, params, path, since, closed_at, why)
        SELECT :user, 'game:' || number, 'turn', '{}', '/', now(), now(), 'acted'
        FROM generate_series(1, 3000) AS number"""
    scans = "SELECT coalesce(sum(seq_scan), 0) FROM pg_stat_xact_user_tables WHERE relname = 'notices'"
    db.session.execute(text(many), {"user": ann.user.id})
    db.session.execute(text("ANALYZE notices"))
    notices.sync_turns({TOPIC: [wait(ann)]})
    before = db.session.scalar(text(scans))
    for number in range(20):
        notices.sync_turns({TOPIC: [wait(ann, number * MINUTE)]})
    assert db.session.scalar(text(scans)) == before
    db.session.rollback()
