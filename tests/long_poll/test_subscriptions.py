"""What one process knows: never older than what it has heard, and no more than it has room for."""

import asyncio
from collections import defaultdict

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.long_poll.subscriptions import Subscriptions, WaitingPoll

TOPICS = st.sampled_from(["a", "b"])


def learnt(room: int = 100, **beats: int) -> Subscriptions:
    """Beats of which these are known."""
    known = Subscriptions(room)
    known.store_lookup(known.begin_lookup(beats), beats)
    return known


def waiting(beats: Subscriptions, **seen: int) -> WaitingPoll:
    """A poll that waits for a change of these."""
    hold = WaitingPoll(seen, asyncio.new_event_loop().create_future())
    beats.add(hold)
    return hold


def test_only_what_is_known_to_be_so_is_true() -> None:
    beats = learnt(a=3, b=0)
    assert beats.are_current({"a": 3, "b": 0})
    assert not beats.are_current({"a": 3, "b": 1})
    assert not beats.are_current({"a": 3, "c": 0})
    assert beats.unknown(["a", "c"]) == {"c"}


def test_what_a_page_has_seen_elsewhere_is_news_here() -> None:
    beats = Subscriptions(10)
    beats.store_lookup(beats.begin_lookup(["a", "b"]), {"a": 3, "b": 3})
    assert beats.outdated({"a": 2, "b": 3}) == set()
    assert beats.outdated({"a": 4, "b": 3, "c": 0}) == {"a", "c"}


def test_who_waits_for_what_changes_goes_on_and_nobody_else() -> None:
    beats = learnt(a=3, b=0)
    both, other = waiting(beats, a=3, b=0), waiting(beats, b=0)
    beats.notify("c", 9)
    assert not both.future.done()
    beats.notify("a", 4)
    assert both.future.result() is True
    assert not other.future.done()


def test_messages_that_overtake_each_other() -> None:
    beats = learnt(a=3)
    beats.notify("a", 5)
    hold = waiting(beats, a=5)
    beats.notify("a", 4)
    assert beats.are_current({"a": 5})
    assert not hold.future.done()


def test_what_was_heard_during_a_look_up_counts() -> None:
    beats = learnt()
    age = beats.begin_lookup(["a"])
    beats.notify("a", 4)
    beats.store_lookup(age, {"a": 3})
    assert beats.are_current({"a": 4})


def test_a_look_up_from_before_a_gap_is_no_knowledge() -> None:
    beats = learnt(b=1)
    age = beats.begin_lookup(["a"])
    beats.forget_all()
    beats.store_lookup(age, {"a": 3})
    assert beats.unknown(["a", "b"]) == {"a", "b"}


def test_the_first_word_to_a_hold_counts() -> None:
    beats = learnt(a=1)
    hold = waiting(beats, a=1)
    hold.end(changed=False)
    beats.notify("a", 2)
    assert hold.future.result() is False


def test_what_was_learnt_first_goes_and_what_is_waited_for_stays() -> None:
    beats = learnt(room=100, first=7)
    hold = waiting(beats, first=7)
    for number in range(1000):
        beats.store_lookup(beats.begin_lookup([f"t{number}"]), {})
        assert len(beats._versions) <= 100
    assert beats.are_current({"first": 7, "t999": 0})
    assert beats.unknown(["t0"])
    beats.remove(hold)
    assert (beats.waiting_count, beats.watched_topics(), list(beats.waiting_polls())) == (0, [], [])


def test_it_is_full_when_so_many_topics_are_waited_for() -> None:
    beats = learnt(room=2, a=0, b=0)
    waiting(beats, a=0)
    assert not beats.is_full
    hold = waiting(beats, a=0, b=0)
    assert beats.is_full
    beats.remove(hold)
    assert not beats.is_full


class Process(RuleBasedStateMachine):
    """A database that commits and notifies, and a process that looks up, hears late, waits, and loses its connection.

    Whenever it has heard all, what it holds true is true, and nobody waits for what is past.
    """

    def __init__(self) -> None:
        super().__init__()
        self.beats = Subscriptions(2)
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
        self.beats.notify(*self.messages.pop(data.draw(st.integers(0, len(self.messages) - 1))))

    @precondition(lambda self: not self.look_up)
    @rule(topics=st.sets(TOPICS, min_size=1))
    def ask(self, topics: set[str]) -> None:
        self.look_up = self.beats.begin_lookup(topics), {topic: self.truth[topic] for topic in topics}

    @precondition(lambda self: self.look_up)
    @rule()
    def learn(self) -> None:
        assert self.look_up
        self.beats.store_lookup(*self.look_up)
        self.look_up = None

    @rule(topic=TOPICS, ago=st.integers(0, 1))
    def poll(self, topic: str, ago: int) -> None:
        seen = {topic: self.truth[topic] - ago}
        if self.beats.are_current(seen):
            self.holds.append(WaitingPoll(seen, self.loop.create_future()))
            self.beats.add(self.holds[-1])

    @rule()
    def lose_the_connection(self) -> None:
        self.beats.forget_all()
        self.messages.clear()
        if self.look_up:
            self.learn()
        watched_topics = self.beats.watched_topics()
        self.look_up = self.beats.begin_lookup(watched_topics), {topic: self.truth[topic] for topic in watched_topics}

    @invariant()
    def nobody_is_misled(self) -> None:
        if self.messages or self.look_up:
            return
        for topic in ("a", "b"):
            assert self.beats.unknown([topic]) or self.beats.are_current({topic: self.truth[topic]})
        for hold in self.holds:
            assert hold.future.done() or all(self.truth[topic] == beat for topic, beat in hold.seen.items())

    def teardown(self) -> None:
        self.loop.close()


TestProcess = Process.TestCase
TestProcess.settings = settings(max_examples=100, stateful_step_count=25, deadline=None)
