"""Known topic versions, and the polls waiting for a change. Used by one event loop only; nothing here blocks."""

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from app.held.waves import Waves
from app.tags import Seen

UNKNOWN = -1


class Hold:
    """A waiting poll: its future becomes True when a version changes, False when it must stop waiting.

    With `waves`, it is woken through that queue, together with a few others at a time.
    """

    __slots__ = ("future", "seen", "waves")

    def __init__(self, seen: Seen, future: "Future[bool]", waves: Waves | None = None) -> None:
        self.seen = seen
        self.future = future
        self.waves = waves

    def wake(self, changed: bool) -> None:
        """Wake it, now or through its queue."""
        if self.waves is None:
            self.end(changed)
        else:
            self.waves.add(lambda: self.end(changed))

    def end(self, changed: bool) -> None:
        """Wake it now; only the first call has an effect."""
        if not self.future.done():
            self.future.set_result(changed)


class Beats:
    """The topic versions known to this process, kept current by notifications, and the polls waiting for them.

    It remembers about `room` topics; topics that signed-in users wait for are not evicted in favour of anonymous ones.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._known: dict[str, int] = {}
        self._asked: dict[str, int] = {}  # topics being looked up -> the version received meanwhile
        self._holds: dict[str, set[Hold]] = {}
        self._kept: set[str] = set()  # topics that signed-in users have waited for
        self._age = 0  # grows whenever everything is forgotten
        self.held = 0

    @property
    def is_full(self) -> bool:
        """Whether polls wait for as many topics as there is room for."""
        return len(self._holds) >= self._room

    @property
    def is_crowded(self) -> bool:
        """Whether half of the room is taken: the rest is reserved for signed-in users."""
        return 2 * len(self._holds) >= self._room

    def keep(self, topics: Iterable[str]) -> None:
        """Protect these topics from eviction by anonymous polls: a signed-in user waits for them."""
        self._kept.update(topics)

    def unknown(self, topics: Iterable[str]) -> set[str]:
        """Return the topics whose version is not known."""
        return {topic for topic in topics if topic not in self._known}

    def behind(self, seen: Seen) -> set[str]:
        """Return the topics whose known version is missing or older than the page's."""
        return {topic for topic, beat in seen.items() if self._known.get(topic, UNKNOWN) < beat}

    def are_true(self, seen: Seen) -> bool:
        """Whether all of these versions are current; that of an unknown topic may not be."""
        return all(self._known.get(topic) == beat for topic, beat in seen.items())

    def told(self, topics: Sequence[str]) -> tuple[int, ...] | None:
        """Return the versions of these topics, or None if one is not known; safe to call from any thread."""
        beats = tuple(self._known.get(topic, UNKNOWN) for topic in topics)
        return None if UNKNOWN in beats else beats

    def ask(self, topics: Iterable[str]) -> int:
        """Start recording changes of these topics; call this before looking them up, so that no change is missed.

        Look-ups must not overlap. Returns the generation to pass to `learn`.
        """
        self._asked = dict.fromkeys(topics, 0)
        return self._age

    def learn(self, age: int, found: Mapping[str, int]) -> None:
        """Store what was looked up, unless everything was forgotten meanwhile; a topic without a row has version 0."""
        if age != self._age:
            return
        for topic, heard in self._asked.items():
            self._put(topic, max(heard, found.get(topic, 0)))
        learnt, self._asked = self._asked, {}
        self._make_room(but=learnt)

    def hear(self, topic: str, beat: int) -> None:
        """Store the new version of a topic, if it is known here; notifications may arrive out of order."""
        if topic in self._asked:
            self._asked[topic] = max(self._asked[topic], beat)
        if beat > self._known.get(topic, beat):
            self._put(topic, beat)

    def add(self, hold: Hold) -> None:
        """Register a poll under its topics."""
        self.held += 1
        for topic in hold.seen:
            self._holds.setdefault(topic, set()).add(hold)

    def remove(self, hold: Hold) -> None:
        """Unregister a poll."""
        self.held -= 1
        for topic in hold.seen:
            holds = self._holds[topic]
            holds.discard(hold)
            if not holds:
                del self._holds[topic]

    def waited_for(self) -> list[str]:
        """Return the topics that polls wait for."""
        return list(self._holds)

    def holds(self) -> Iterator[Hold]:
        """Iterate over all waiting polls."""
        return iter({hold for holds in self._holds.values() for hold in holds})

    def forget(self) -> None:
        """Forget all versions, because changes are no longer received."""
        self._age += 1
        self._known = {}
        self._asked = {}
        self._kept = set()

    def _put(self, topic: str, beat: int) -> None:
        """Set the version of a topic, and wake the polls that have seen another one."""
        self._known[topic] = beat
        for hold in list(self._holds.get(topic, ())):
            if hold.seen[topic] != beat:
                hold.wake(changed=True)

    def _make_room(self, but: Iterable[str]) -> None:
        """Evict the oldest topics if there are too many, except these and those that polls wait for."""
        surplus = len(self._known) - self._room
        if surplus <= 0:
            return
        idle = [topic for topic in self._known if topic not in self._holds and topic not in but]
        strangers = [topic for topic in idle if topic not in self._kept]
        users = [topic for topic in idle if topic in self._kept] if self._kept.intersection(but) else []
        for topic in islice(chain(strangers, users), surplus + self._room // 10):
            del self._known[topic]
            self._kept.discard(topic)
