"""Random histories of one place: whatever people do and whenever the worker looks, who is awaited is told, and once."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select

from app.accounts.models import User
from app.db import db, now
from app.delivery.models import Delivery, PushSubscription
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.reminders import dispatch, messages, reminder
from app.notifications.reminders.schedule import reminder_due_at
from app.notifications.turn_notices import PendingTurn
from tests.clock import pass_time
from tests.notifications.turn_notices import DAY, GONE, HOUR, MINUTE, SAYS, TOPIC

pytestmark = pytest.mark.usefixtures("context")

PEOPLE = ("Ann", "Bob")
SPANS = (None, 12 * HOUR, DAY, 3 * DAY)
PAUSES = (MINUTE, 6 * MINUTE, 25 * MINUTE, 3 * HOUR, 10 * HOUR, 20 * HOUR)

people = st.sampled_from(PEOPLE)
steps = st.one_of(
    st.tuples(st.just("phase"), st.sets(people), st.sampled_from(SPANS), st.none() | people),
    st.tuples(st.just("act"), people),
    st.tuples(st.just("give"), st.sampled_from((HOUR, DAY))),
    st.tuples(st.just("nudge")),
    st.tuples(st.just("pass"), st.sampled_from(PAUSES)),
    st.tuples(st.just("pass"), st.sampled_from(PAUSES)),
    st.tuples(st.just("call")),
    st.tuples(st.just("deliver")),
)


@dataclass(frozen=True)
class Made:
    """A call as it was made: when, for which wait, and in which message."""

    person: str
    name: str
    at: datetime
    wait: tuple[int, int]
    delivery_id: int


@dataclass
class Place:
    """What a game would know, in the tests' own words; `wait` counts the phases and their deadlines."""

    ids: dict[str, int]
    app: object
    awaited: set[str] = field(default_factory=set)
    since: datetime = field(default_factory=now)
    deadline: datetime | None = None
    wait: tuple[int, int] = (0, 0)
    acted: dict[str, datetime] = field(default_factory=dict)
    nudged: set[str] = field(default_factory=set)
    made: list[Made] = field(default_factory=list)

    def align(self, actor: str | None = None) -> None:
        if actor:
            self.acted[actor] = now()
            self.nudged.discard(actor)
        waits = [
            PendingTurn(self.ids[who], "/", self.since, self.deadline, self.acted.get(who), params=SAYS)
            for who in sorted(self.awaited)
        ]
        notices.sync_turns({TOPIC: waits}, {self.ids[actor]} if actor else ())
        db.session.commit()

    def phase(self, awaited: set[str], span: timedelta | None, actor: str | None) -> None:
        self.nudged &= awaited & self.awaited
        self.awaited, self.since = awaited, now()
        self.deadline = span and self.since + span
        self.wait = self.wait[0] + 1, 0
        self.align(actor)

    def act(self, who: str) -> None:
        self.align(who)

    def give(self, time: timedelta) -> None:
        if self.deadline:
            self.deadline += time
            self.wait = self.wait[0], self.wait[1] + 1
            self.align()

    def nudge(self) -> None:
        self.nudged = set(self.awaited)
        notices.nudge_users(TOPIC, GONE)
        db.session.commit()

    def pass_(self, time: timedelta) -> None:
        pass_time(self.app, time)
        self.since -= time
        self.deadline = self.deadline and self.deadline - time
        self.acted = {who: at - time for who, at in self.acted.items()}
        self.made = [replace(each, at=each.at - time) for each in self.made]

    def call(self) -> None:
        before, at = {each.delivery_id for each in self.made}, now()
        dispatch.send_due_reminders()
        for delivery in db.session.scalars(select(Delivery).where(Delivery.id.not_in(before))):
            [call] = reminder.load_reminders(delivery.params)
            who = next(name for name, number in self.ids.items() if number == delivery.user_id)
            self.made.append(Made(who, call.name, at, self.wait, delivery.id))
        self.none_is_missed(at)
        self.nudged.clear()

    def deliver(self) -> None:
        for delivery in db.session.scalars(select(Delivery).where(Delivery.ended_at.is_(None))):
            made = next(each for each in self.made if each.delivery_id == delivery.id)
            if messages.write_reminders(delivery):
                assert made.person in self.awaited
                assert self.acted.get(made.person, made.at) <= made.at, "told who has acted"
                assert self.deadline is None or self.deadline > now()
            delivery.state, delivery.ended_at = "done", now()
        db.session.commit()

    def none_is_missed(self, at: datetime) -> None:
        """All that is due by now has been called, by its own call or by one that says more."""
        for who in self.awaited:
            acted = self.acted.get(who)
            since_act = [each for each in self.made if each.person == who and (not acted or each.at >= acted)]
            if who in self.nudged:
                assert any(each.name == "nudge" for each in since_act)
            knows = acted is not None and acted >= self.since
            if not knows and reminder_due_at(0, self.since, None, acted) <= at:
                assert since_act, f"{who} was never told"
            for stage, name in ((1, "reminder"), (2, "last")):
                when, first = (
                    reminder_due_at(stage, self.since, self.deadline, acted),
                    reminder_due_at(stage, self.since, self.deadline),
                )
                if when and when <= at:
                    own = [each.at for each in self.made if each.person == who]
                    assert any(made >= first for made in own), f"{who} was not told of the {name}"

    def none_is_double(self) -> None:
        own = [(each.person, each.name, each.wait) for each in self.made if each.name != "nudge"]
        assert len(own) == len(set(own)), own

    def what_is_open_is_what_is_awaited(self) -> None:
        found = db.session.scalars(select(Notice.user_id).where(Notice.closed_at.is_(None))).all()
        assert sorted(found) == sorted(self.ids[who] for who in self.awaited)


@pytest.fixture
def place(app) -> Iterator[object]:
    """Make an empty place."""
    ids = {}
    for name in PEOPLE:
        user = User(name)
        db.session.add(user)
        db.session.flush()
        ids[name] = user.id
        db.session.add(PushSubscription(user.id, f"https://push.example.org/{name}", "key", "secret", "Firefox"))
    db.session.commit()

    def new() -> Place:
        for model in (Delivery, Notice):
            db.session.execute(delete(model))
        db.session.commit()
        return Place(ids, app)

    return new


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(history=st.lists(steps, min_size=3, max_size=14))
def test_whatever_happens(place, history):
    here = place()
    for name, *given_ in history:
        getattr(here, "pass_" if name == "pass" else name)(*given_)
        here.what_is_open_is_what_is_awaited()
        here.none_is_double()
    here.call()
    here.deliver()
