"""Which beats are known here, and who waits for one of them to change. One event loop's own; nothing here waits."""

from asyncio import Future
from collections.abc import Iterable, Iterator, Mapping, Sequence

UNKNOWN = -1
Seen = Mapping[str, int]  # what a page has seen: the beat of each of its topics


class Hold:
    """A poll that waits: its future becomes True by a changed beat, False when it is not to wait any longer."""

    __slots__ = ("future", "seen")

    def __init__(self, seen: Seen, future: "Future[bool]") -> None:
        self.seen = seen
        self.future = future

    def end(self, changed: bool) -> None:
        """Let it go on; only the first word counts."""
        if not self.future.done():
            self.future.set_result(changed)


class Beats:
    """The beats that this process has learnt, kept true by what it hears, and the polls held for them.

    It remembers about `room` topics.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._known: dict[str, int] = {}
        self._asked: dict[str, int] = {}  # being looked up: what was heard of them meanwhile
        self._holds: dict[str, set[Hold]] = {}
        self._age = 0  # grows whenever all is forgotten
        self.held = 0

    @property
    def is_full(self) -> bool:
        """Whether as many topics are waited for as it has room for."""
        return len(self._holds) >= self._room

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
        self._asked = {}
        self._make_room()

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

    def _put(self, topic: str, beat: int) -> None:
        """Let this be true now, and whoever has seen something else go on."""
        self._known[topic] = beat
        for hold in list(self._holds.get(topic, ())):
            if hold.seen[topic] != beat:
                hold.end(changed=True)

    def _make_room(self) -> None:
        """Forget what was learnt first, if it is too much; what somebody waits for stays."""
        surplus = len(self._known) - self._room
        if surplus > 0:
            idle = (topic for topic in list(self._known) if topic not in self._holds)
            for topic, _ in zip(idle, range(surplus + self._room // 10), strict=False):
                del self._known[topic]
