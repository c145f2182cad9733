"""Known topic versions, and the polls waiting for a change. Used by one event loop only; nothing here blocks."""

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from app.live.tags import SeenVersions
from app.long_poll.wakeups import WakeupQueue

UNKNOWN = -1


class WaitingPoll:
    """A waiting poll: its future becomes True when a version changes, False when it must stop waiting.

    With `wakeups`, it is woken through that queue, together with a few others at a time.
    """

    __slots__ = ("future", "seen", "wakeups")

    def __init__(self, seen: SeenVersions, future: "Future[bool]", wakeups: WakeupQueue | None = None) -> None:
        self.seen = seen
        self.future = future
        self.wakeups = wakeups

    def wake(self, changed: bool) -> None:
        """Wake it, now or through its queue."""
        if self.wakeups is None:
            self.end(changed)
        else:
            self.wakeups.add(lambda: self.end(changed))

    def end(self, changed: bool) -> None:
        """Wake it now; only the first call has an effect."""
        if not self.future.done():
            self.future.set_result(changed)


class Subscriptions:
    """The topic versions known to this process, kept current by notifications, and the polls waiting for them.

    It remembers about `capacity` topics; those that signed-in users wait for are not evicted for anonymous ones.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._versions: dict[str, int] = {}
        self._looked_up: dict[str, int] = {}  # topics being looked up -> the version received meanwhile
        self._waiting: dict[str, set[WaitingPoll]] = {}
        self._protected: set[str] = set()  # topics that signed-in users have waited for
        self._generation = 0  # grows whenever everything is forgotten
        self.waiting_count = 0

    @property
    def is_full(self) -> bool:
        """Whether polls wait for as many topics as there is room for."""
        return len(self._waiting) >= self._capacity

    @property
    def is_crowded(self) -> bool:
        """Whether half of the room is taken: the rest is reserved for signed-in users."""
        return 2 * len(self._waiting) >= self._capacity

    def protect(self, topics: Iterable[str]) -> None:
        """Protect these topics from eviction by anonymous polls: a signed-in user waits for them."""
        self._protected.update(topics)

    def unknown(self, topics: Iterable[str]) -> set[str]:
        """Return the topics whose version is not known."""
        return {topic for topic in topics if topic not in self._versions}

    def outdated(self, seen: SeenVersions) -> set[str]:
        """Return the topics whose known version is missing or older than the page's."""
        return {topic for topic, version in seen.items() if self._versions.get(topic, UNKNOWN) < version}

    def are_current(self, seen: SeenVersions) -> bool:
        """Whether all of these versions are current; that of an unknown topic may not be."""
        return all(self._versions.get(topic) == version for topic, version in seen.items())

    def versions_of(self, topics: Sequence[str]) -> tuple[int, ...] | None:
        """Return the versions of these topics, or None if one is not known; safe to call from any thread."""
        versions = tuple(self._versions.get(topic, UNKNOWN) for topic in topics)
        return None if UNKNOWN in versions else versions

    def begin_lookup(self, topics: Iterable[str]) -> int:
        """Start recording changes of these topics; call this before looking them up, so that no change is missed.

        Look-ups must not overlap. Returns the generation to pass to `store_lookup`.
        """
        self._looked_up = dict.fromkeys(topics, 0)
        return self._generation

    def store_lookup(self, generation: int, found: Mapping[str, int]) -> None:
        """Store what was looked up, unless everything was forgotten meanwhile; a topic without a row has version 0."""
        if generation != self._generation:
            return
        for topic, heard in self._looked_up.items():
            self._set_version(topic, max(heard, found.get(topic, 0)))
        learnt, self._looked_up = self._looked_up, {}
        self._evict(but=learnt)

    def notify(self, topic: str, version: int) -> None:
        """Store the new version of a topic, if it is known here; notifications may arrive out of order."""
        if topic in self._looked_up:
            self._looked_up[topic] = max(self._looked_up[topic], version)
        if version > self._versions.get(topic, version):
            self._set_version(topic, version)

    def add(self, hold: WaitingPoll) -> None:
        """Register a poll under its topics."""
        self.waiting_count += 1
        for topic in hold.seen:
            self._waiting.setdefault(topic, set()).add(hold)

    def remove(self, hold: WaitingPoll) -> None:
        """Unregister a poll."""
        self.waiting_count -= 1
        for topic in hold.seen:
            holds = self._waiting[topic]
            holds.discard(hold)
            if not holds:
                del self._waiting[topic]

    def watched_topics(self) -> list[str]:
        """Return the topics that polls wait for."""
        return list(self._waiting)

    def waiting_polls(self) -> Iterator[WaitingPoll]:
        """Iterate over all waiting polls."""
        return iter({hold for holds in self._waiting.values() for hold in holds})

    def forget_all(self) -> None:
        """Forget all versions, because changes are no longer received."""
        self._generation += 1
        self._versions = {}
        self._looked_up = {}
        self._protected = set()

    def _set_version(self, topic: str, version: int) -> None:
        """Set the version of a topic, and wake the polls that have seen another one."""
        self._versions[topic] = version
        for hold in list(self._waiting.get(topic, ())):
            if hold.seen[topic] != version:
                hold.wake(changed=True)

    def _evict(self, but: Iterable[str]) -> None:
        """Evict the oldest topics if there are too many, except these and those that polls wait for."""
        surplus = len(self._versions) - self._capacity
        if surplus <= 0:
            return
        idle = [topic for topic in self._versions if topic not in self._waiting and topic not in but]
        strangers = [topic for topic in idle if topic not in self._protected]
        users = [topic for topic in idle if topic in self._protected] if self._protected.intersection(but) else []
        for topic in islice(chain(strangers, users), surplus + self._capacity // 10):
            del self._versions[topic]
            self._protected.discard(topic)
