"""What one process knows: never older than what it has heard, and no more than it has room for."""

import asyncio
from collections import defaultdict

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.long_poll.subscriptions import Subscriptions, WaitingPoll

TOPICS = st.sampled_from(["a", "b"])


def learnt(capacity: int = 100, **versions: int) -> Subscriptions:
    """Beats of which these are known."""
    known = Subscriptions(capacity)
    known.store_lookup(known.begin_lookup(versions), versions)
    return known


def waiting(subscriptions: Subscriptions, **seen: int) -> WaitingPoll:
    """A poll that waits for a change of these."""
    hold = WaitingPoll(seen, asyncio.new_event_loop().create_future())
    subscriptions.add(hold)
    return hold


def test_only_what_is_known_to_be_so_is_true() -> None:
    subscriptions = learnt(a=3, b=0)
    assert subscriptions.are_current({"a": 3, "b": 0})
    assert not subscriptions.are_current({"a": 3, "b": 1})
    assert not subscriptions.are_current({"a": 3, "c": 0})
    assert subscriptions.unknown(["a", "c"]) == {"c"}


def test_what_a_page_has_seen_elsewhere_is_news_here() -> None:
    subscriptions = Subscriptions(10)
    subscriptions.store_lookup(subscriptions.begin_lookup(["a", "b"]), {"a": 3, "b": 3})
    assert subscriptions.outdated({"a": 2, "b": 3}) == set()
    assert subscriptions.outdated({"a": 4, "b": 3, "c": 0}) == {"a", "c"}


def test_who_waits_for_what_changes_goes_on_and_nobody_else() -> None:
    subscriptions = learnt(a=3, b=0)
    both, other = waiting(subscriptions, a=3, b=0), waiting(subscriptions, b=0)
    subscriptions.notify("c", 9)
    assert not both.future.done()
    subscriptions.notify("a", 4)
    assert both.future.result() is True
    assert not other.future.done()


def test_messages_that_overtake_each_other() -> None:
    subscriptions = learnt(a=3)
    subscriptions.notify("a", 5)
    hold = waiting(subscriptions, a=5)
    subscriptions.notify("a", 4)
    assert subscriptions.are_current({"a": 5})
    assert not hold.future.done()


def test_what_was_heard_during_a_look_up_counts() -> None:
    subscriptions = learnt()
    age = subscriptions.begin_lookup(["a"])
    subscriptions.notify("a", 4)
    subscriptions.store_lookup(age, {"a": 3})
    assert subscriptions.are_current({"a": 4})


def test_a_look_up_from_before_a_gap_is_no_knowledge() -> None:
    subscriptions = learnt(b=1)
    age = subscriptions.begin_lookup(["a"])
    subscriptions.forget_all()
    subscriptions.store_lookup(age, {"a": 3})
    assert subscriptions.unknown(["a", "b"]) == {"a", "b"}


def test_the_first_word_to_a_hold_counts() -> None:
    subscriptions = learnt(a=1)
    hold = waiting(subscriptions, a=1)
    hold.end(changed=False)
    subscriptions.notify("a", 2)
    assert hold.future.result() is False


def test_what_was_learnt_first_goes_and_what_is_waited_for_stays() -> None:
    subscriptions = learnt(capacity=100, first=7)
    hold = waiting(subscriptions, first=7)
    for number in range(1000):
        subscriptions.store_lookup(subscriptions.begin_lookup([f"t{number}"]), {})
        assert len(subscriptions._versions) <= 100
    assert subscriptions.are_current({"first": 7, "t999": 0})
    assert subscriptions.unknown(["t0"])
    subscriptions.remove(hold)
    assert subscriptions.waiting_count == 0
    assert [*subscriptions.watched_topics(), *subscriptions.waiting_polls()] == []


def test_it_is_full_when_so_many_topics_are_waited_for() -> None:
    subscriptions = learnt(capacity=2, a=0, b=0)
    waiting(subscriptions, a=0)
    assert not subscriptions.is_full
    hold = waiting(subscriptions, a=0, b=0)
    assert subscriptions.is_full
    subscriptions.remove(hold)
    assert not subscriptions.is_full


class Process(RuleBasedStateMachine):
    """A database that commits and notifies, and a process that looks up, hears late, waits, and loses its connection.

    Whenever it has heard all, what it holds true is true, and nobody waits for what is past.
    """

    def __init__(self) -> None:
        super().__init__()
        self.subscriptions = Subscriptions(2)
        self.truth: dict[str, int] = defaultdict(int)
        self.messages: list[tuple[str, int]] = []
        self.look_up: tuple[int, dict[str, int]] | None = None
        self.holds: list[WaitingPoll] = []
        self.loop = asyncio.new_event_loop()

    @rule(topic=TOPICS)
    def commit(self, topic: str) -> None:
        self.truth[topic] += 1
        self.messages.append((topic, self.truth[topic]))

    @precondition(lambda self: self.messages)
    @rule(data=st.data())
    def hear(self, data: st.DataObject) -> None:
        self.subscriptions.notify(*self.messages.pop(data.draw(st.integers(0, len(self.messages) - 1))))

    @precondition(lambda self: not self.look_up)
    @rule(topics=st.sets(TOPICS, min_size=1))
    def ask(self, topics: set[str]) -> None:
        self.look_up = self.subscriptions.begin_lookup(topics), {topic: self.truth[topic] for topic in topics}

    @precondition(lambda self: self.look_up)
    @rule()
    def learn(self) -> None:
        assert self.look_up
        self.subscriptions.store_lookup(*self.look_up)
        self.look_up = None

    @rule(topic=TOPICS, ago=st.integers(0, 1))
    def poll(self, topic: str, ago: int) -> None:
        seen = {topic: self.truth[topic] - ago}
        if self.subscriptions.are_current(seen):
            self.holds.append(WaitingPoll(seen, self.loop.create_future()))
            self.subscriptions.add(self.holds[-1])

    @rule()
    def lose_the_connection(self) -> None:
        self.subscriptions.forget_all()
        self.messages.clear()
        if self.look_up:
            self.learn()
        topics = self.subscriptions.watched_topics()
        self.look_up = self.subscriptions.begin_lookup(topics), {topic: self.truth[topic] for topic in topics}

    @invariant()
    def nobody_is_misled(self) -> None:
        if self.messages or self.look_up:
            return
        for topic in ("a", "b"):
            assert self.subscriptions.unknown([topic]) or self.subscriptions.are_current({topic: self.truth[topic]})
        for hold in self.holds:
            assert hold.future.done() or all(self.truth[topic] == version for topic, version in hold.seen.items())

    def teardown(self) -> None:
        self.loop.close()


TestProcess = Process.TestCase
TestProcess.settings = settings(max_examples=100, stateful_step_count=25, deadline=None)
