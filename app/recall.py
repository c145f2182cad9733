"""What this process has read once and may show again, because it hears of every change.

Only for who merely looks: a request that changes something reads for itself, until it shows what it did. What is
recalled is shared by all threads and detached from the session: nobody may change it. A poll is shown what is true as
far as this process has heard, which is what let it through; a page, which may follow a change made elsewhere, asks the
database for the beats.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeVar

from flask import current_app, g, has_request_context, request

from app.db import db

T = TypeVar("T")
Beats = tuple[int, ...]

UNKNOWN: Final = -1

ROOM: Final = 30_000  # things: some thousand tables, with the people who look at them
PAGES_TRUST: Final = 5  # seconds: what no beat tells of, such as a new name, shows on the next page but one


@dataclass(slots=True)
class _Thing:
    lock: Lock = field(default_factory=Lock)
    seen: Beats = ()
    read_at: float = 0
    value: Any = None


class Shelf:
    """What was read, by key, each with the beats at which it was; what was not used for longest goes first."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, seen: Beats, read: Callable[[], T], since: float = 0) -> T:
        """Return what was read at these beats or later, and not before `since`; several who want it wait for one."""
        thing = self._thing(key)
        with thing.lock:
            if not _is_as_new(thing.seen, seen) or thing.read_at < since:
                at = time.monotonic()
                thing.value, thing.seen, thing.read_at = read(), seen, at
            value: T = thing.value
            return value

    def _thing(self, key: Hashable) -> _Thing:
        with self._lock:
            thing = self._things.setdefault(key, _Thing())
            self._things.move_to_end(key)
            if len(self._things) > self._room:
                self._things.popitem(last=False)
            return thing


def recall(key: Hashable, topics: Sequence[str], read: Callable[[], T]) -> T:
    """Return what `read` reads, or what it read before, if none of these topics has changed since."""
    seen = _beats(topics)
    if seen is None:
        return read()
    since = 0 if is_poll() or g.get("shows") else time.monotonic() - PAGES_TRUST
    return _shelf().get(key, seen, lambda: _apart(read), since)


def is_recalling(topics: Sequence[str]) -> bool:
    """Whether this request may be shown what was read before."""
    return _beats(topics) is not None


def heard(topics: Sequence[str]) -> Beats | None:
    """Return the beats of these topics as far as this process knows them, where it answers by that; else None."""
    hears = current_app.extensions.get("hears") if has_request_context() else None
    if hears is None or g.get("reads_itself"):
        return None
    if is_poll():
        beats: Beats | None = hears(topics)
        return beats
    return _made_or_heard(topics, hears) if g.get("shows") else None


def note(bumped: Mapping[str, int]) -> None:
    """Know the beats that this request has just made."""
    if bumped and has_request_context():
        g.bumped = g.get("bumped", {}) | bumped


def show_after(topic: str) -> None:
    """Recall from here on what this process knows, if this request has changed this topic, and now only shows it.

    Who was refused is shown what the database says: what they did not know may not have been heard of yet.
    """
    g.shows = topic in g.get("bumped", {})


def read_by_oneself_after_a_deed() -> None:
    """What is shown must not be older than the beats that go with it, which are the database's now."""
    g.shows = False


def known() -> dict[str, int]:
    """Return the beats that the database has told this request, to be added to; none lasts where one changes."""
    looks = has_request_context() and request.method == "GET" and not g.get("reads_itself")
    beats: dict[str, int] = g.setdefault("beats", {}) if looks else {}
    return beats


def read_by_oneself() -> None:
    """Recall nothing in the rest of this request: it has changed something."""
    g.reads_itself = True


def _beats(topics: Sequence[str]) -> Beats | None:
    if not has_request_context() or g.get("reads_itself"):
        return None
    if is_poll() or request.method != "GET":
        return heard(topics)
    told = known()
    if "hears" not in current_app.extensions or any(topic not in told for topic in topics):
        return None
    return tuple(told[topic] for topic in topics)


def is_poll() -> bool:
    """Whether a page asks by itself, not its reader."""
    environ = request.environ  # quicker than the headers, and asked for again and again
    return environ["REQUEST_METHOD"] == "GET" and environ.get("HTTP_HX_REQUEST") == "true"


def _made_or_heard(topics: Sequence[str], hears: Callable[[Sequence[str]], Beats | None]) -> Beats | None:
    """Return of each topic the latest beat that was heard or made here, None if one has neither."""
    beats = []
    for topic in topics:
        latest = max((hears([topic]) or (UNKNOWN,))[0], g.bumped.get(topic, UNKNOWN))
        if latest == UNKNOWN:
            return None
        beats.append(latest)
    return tuple(beats)


def _is_as_new(one: Beats, other: Beats) -> bool:
    return len(one) == len(other) and all(map(int.__ge__, one, other))


def _apart(read: Callable[[], T]) -> T:
    """Read, and take what was loaded out of the session: it outlives the request."""
    value = read()
    db.session.expunge_all()
    return value


def _shelf() -> Shelf:
    shelf: Shelf = current_app.extensions.setdefault("shelf", Shelf())
    return shelf
