"""When somebody is called: pure times."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.notifications.reminders.schedule import (
    GRACE_PERIOD,
    MIN_LAST_LEAD,
    QUIET_PERIOD,
    STAGES,
    first_reminder_at,
    next_future_stage,
    reminder_due_at,
    skip_overdue,
    stage_after_change,
)

SINCE = datetime(2026, 3, 1, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SPANS = st.timedeltas(timedelta(hours=1), timedelta(days=35))
MOMENTS = st.timedeltas(timedelta(), timedelta(days=40)).map(lambda span: SINCE + span)


def test_the_first_call_comes_after_a_moment_s_grace():
    assert reminder_due_at(0, SINCE, None) == reminder_due_at(0, SINCE, SINCE + DAY) == SINCE + GRACE_PERIOD


def test_nobody_is_called_soon_after_their_own_act():
    assert first_reminder_at(SINCE, SINCE - timedelta(minutes=1)) == SINCE + QUIET_PERIOD - timedelta(minutes=1)
    assert first_reminder_at(SINCE, SINCE - HOUR) == SINCE + GRACE_PERIOD
    acted_at = SINCE + 17 * HOUR + timedelta(minutes=50)
    assert reminder_due_at(1, SINCE, SINCE + DAY, acted_at) == acted_at + QUIET_PERIOD
    assert reminder_due_at(1, SINCE, SINCE + DAY, SINCE) == SINCE + 18 * HOUR


@pytest.mark.parametrize(
    ("span", "before"),
    [(12 * HOUR, HOUR / 2), (DAY, HOUR), (2 * DAY, 2 * HOUR), (7 * DAY, 2 * HOUR)],
)
def test_the_reminders(span, before):
    deadline = SINCE + span
    assert reminder_due_at(1, SINCE, deadline) == SINCE + 0.75 * span
    assert reminder_due_at(2, SINCE, deadline) == deadline - before
    assert reminder_due_at(3, SINCE, deadline) is None


@pytest.mark.parametrize("stage", range(1, len(STAGES) + 1))
def test_without_a_deadline_nobody_is_reminded(stage):
    assert reminder_due_at(stage, SINCE, None) is None


@given(SPANS.filter(lambda span: span > 4 * MIN_LAST_LEAD))
def test_calls_come_one_after_the_other_and_before_the_deadline(span):
    deadline = SINCE + span
    times = [reminder_due_at(stage, SINCE, deadline) for stage in range(3)]
    assert times == sorted(times)
    assert times[-1] < deadline


@given(st.integers(0, 2), SPANS, MOMENTS)
def test_a_late_worker_makes_one_call(stage, span, at):
    deadline = SINCE + span
    made, when = skip_overdue(stage, SINCE, deadline, at)
    assert made >= stage
    following = reminder_due_at(made + 1, SINCE, deadline)
    assert following is None or following > at
    assert when == reminder_due_at(made, SINCE, deadline)
    if made > stage:
        assert when <= at


@given(st.integers(0, 3), SPANS, MOMENTS)
def test_what_was_made_stands_while_nothing_changes(stage, span, at):
    deadline = SINCE + span
    assert stage_after_change(stage, SINCE, deadline, at) <= stage
    if stage < 2 or reminder_due_at(stage - 1, SINCE, deadline) <= at:
        assert stage_after_change(stage, SINCE, deadline, at) == stage


def test_a_reminder_that_is_due_later_now_is_made_again():
    at = SINCE + 20 * HOUR
    assert stage_after_change(2, SINCE, SINCE + DAY, at) == 2
    assert stage_after_change(2, SINCE, SINCE + DAY + HOUR, at) == 2
    assert stage_after_change(2, SINCE, SINCE + 2 * DAY, at) == 1
    assert stage_after_change(3, SINCE, SINCE + DAY + 2 * HOUR, at) == 2
    assert stage_after_change(3, SINCE, None, at) == 1
    assert stage_after_change(0, SINCE, SINCE + DAY, at) == 0


def test_what_is_ahead():
    at = SINCE + 20 * HOUR
    assert [next_future_stage(stage, SINCE, SINCE + DAY, at) for stage in range(4)] == [2, 2, 2, 3]
    assert next_future_stage(1, SINCE, None, at) == 1
