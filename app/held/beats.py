"""Which beats are known here, and who waits for one of them to change. One event loop's own; nothing here waits."""

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from app.held.waves import Waves
from app.tags import Seen

UNKNOWN = -1


class Hold:
    """A poll that waits: its future becomes True by a changed beat, False when it is not to wait any longer.

    One with `waves` is one of a crowd, which is woken a few at a time.
    """

    __slots__ = ("future", "seen", "waves")

    def __init__(self, seen: Seen, future: "Future[bool]", waves: Waves | None = None) -> None:
        self.seen = seen
        self.future = future
        self.waves = waves

    def wake(self, changed: bool) -> None:
        """Let it go on, now or with its wave."""
        if self.waves is None:
            self.end(changed)
        else:
            self.waves.add(lambda: self.end(changed))

    def end(self, changed: bool) -> None:
        """Let it go on now; only the first word counts."""
        if not self.future.done():
            self.future.set_result(changed)


class Beats:
    """The beats that this process has learnt, kept true by what it hears, and the polls held for them.

    It remembers about `room` topics, and what signed-in users have waited for is not forgotten for strangers.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._known: dict[str, int] = {}
        self._asked: dict[str, int] = {}  # being looked up: what was heard of them meanwhile
        self._holds: dict[str, set[Hold]] = {}
        self._kept: set[str] = set()  # what signed-in users have waited for
        self._age = 0  # grows whenever all is forgotten
        self.held = 0

    @property
    def is_full(self) -> bool:
        """Whether as many topics are waited for as it has room for."""
        return len(self._holds) >= self._room

    @property
    def is_crowded(self) -> bool:
        """Whether half of that is taken: the rest is for signed-in users."""
        return 2 * len(self._holds) >= self._room

    def keep(self, topics: Iterable[str]) -> None:
        """Do not forget these topics for strangers: a signed-in user waits for them."""
        self._kept.update(topics)

    def unknown(self, topics: Iterable[str]) -> set[str]:
        """Return those of which nothing is known."""
        return {topic for topic in topics if topic not in self._known}

    def behind(self, seen: Seen) -> set[str]:
        """Return those topics of which less is known here than a page has seen, by another process, or nothing."""
        return {topic for topic, beat in seen.items() if self._known.get(topic, UNKNOWN) < beat}

    def are_true(self, seen: Seen) -> bool:
        """Whether nothing has changed since; an unknown topic may have."""
        return all(self._known.get(topic) == beat for topic, beat in seen.items())

    def told(self, topics: Sequence[str]) -> tuple[int, ...] | None:
        """Return the beats of these topics, None if one of them is not known; any thread may ask."""
        beats = tuple(self._known.get(topic, UNKNOWN) for topic in topics)
        return None if UNKNOWN in beats else beats

    def ask(self, topics: Iterable[str]) -> int:
        """Begin to heed these topics: call it before they are looked up, so that no change falls in between.

        One look-up ends before the next begins. Returns what `learn` wants to know.
        """
        self._asked = dict.fromkeys(topics, 0)
        return self._age

    def learn(self, age: int, found: Mapping[str, int]) -> None:
        """Take in what was looked up, unless all was forgotten meanwhile; a topic without a row has never changed."""
        if age != self._age:
            return
        for topic, heard in self._asked.items():
            self._put(topic, max(heard, found.get(topic, 0)))
        learnt, self._asked = self._asked, {}
        self._make_room(but=learnt)

    def hear(self, topic: str, beat: int) -> None:
        """Take in that a topic has changed, if anybody here ever asked for it; messages may overtake each other."""
        if topic in self._asked:
            self._asked[topic] = max(self._asked[topic], beat)
        if beat > self._known.get(topic, beat):
            self._put(topic, beat)

    def add(self, hold: Hold) -> None:
        """Let a poll wait for its topics."""
        self.held += 1
        for topic in hold.seen:
            self._holds.setdefault(topic, set()).add(hold)

    def remove(self, hold: Hold) -> None:
        """Give a poll's place free."""
        self.held -= 1
        for topic in hold.seen:
            holds = self._holds[topic]
            holds.discard(hold)
            if not holds:
                del self._holds[topic]

    def waited_for(self) -> list[str]:
        """Return the topics that somebody waits for."""
        return list(self._holds)

    def holds(self) -> Iterator[Hold]:
        """Go through all that wait."""
        return iter({hold for holds in self._holds.values() for hold in holds})

    def forget(self) -> None:
        """Know nothing any more: what changes now is not heard."""
        self._age += 1
        self._known = {}
        self._asked = {}
        self._kept = set()

    def _put(self, topic: str, beat: int) -> None:
        """Let this be true now, and whoever has seen something else go on."""
        self._known[topic] = beat
        for hold in list(self._holds.get(topic, ())):
            if hold.seen[topic] != beat:
                hold.wake(changed=True)

    def _make_room(self, but: Iterable[str]) -> None:
        """Forget what was learnt first, if it is too much, but not these topics, nor what somebody waits for."""
        surplus = len(self._known) - self._room
        if surplus <= 0:
            return
        idle = [topic for topic in self._known if topic not in self._holds and topic not in but]
        strangers = [topic for topic in idle if topic not in self._kept]
        users = [topic for topic in idle if topic in self._kept] if self._kept.intersection(but) else []
        for topic in islice(chain(strangers, users), surplus + self._room // 10):
            del self._known[topic]
            self._kept.discard(topic)
