"""Read cache: rows that this process has loaded and may reuse, because it is notified of every change.

Only requests that read use it: a request that changes something loads its own data, until it renders the result. Cached
objects are shared by all threads and detached from the session: nobody may modify them. For polls, the versions that
this process knows count, since they also decided that the poll was let through. A page may follow a change made in
another process, so it reads the versions from the database.
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

ROOM: Final = 30_000  # entries: some thousand games, with the people who view them
PAGES_TRUST: Final = 5  # seconds: limits how long a change that bumps no topic, such as a new name, stays hidden


@dataclass(slots=True)
class _Thing:
    lock: Lock = field(default_factory=Lock)
    seen: Beats = ()
    read_at: float = 0
    value: Any = None


class Shelf:
    """An LRU cache of values by key, each with the topic versions at which it was loaded."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, seen: Beats, read: Callable[[], T], since: float = 0) -> T:
        """Return the value loaded at these versions or later, not before `since`; concurrent callers share a load."""
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
    """Return the cached result of `read`, or call it if one of these topics has changed since."""
    seen = _beats(topics)
    if seen is None:
        return read()
    since = 0 if is_poll() or g.get("shows") else time.monotonic() - PAGES_TRUST
    return _shelf().get(key, seen, lambda: _apart(read), since)


def is_recalling(topics: Sequence[str]) -> bool:
    """Whether this request may use cached rows of these topics."""
    return _beats(topics) is not None


def heard(topics: Sequence[str]) -> Beats | None:
    """Return the versions that this process knows, or None if this request must not rely on them or one is unknown."""
    hears = current_app.extensions.get("hears") if has_request_context() else None
    if hears is None or g.get("reads_itself"):
        return None
    if is_poll():
        beats: Beats | None = hears(topics)
        return beats
    return _made_or_heard(topics, hears) if g.get("shows") else None


def note(bumped: Mapping[str, int]) -> None:
    """Remember the versions that this request's commit has produced."""
    if bumped and has_request_context():
        g.bumped = g.get("bumped", {}) | bumped


def show_after(topic: str) -> None:
    """Let the rest of this request, which only renders, use the cache again, if the request has changed this topic.

    If the action was rejected, read from the database: the user may have missed a change that this process does not
    know.
    """
    g.shows = topic in g.get("bumped", {})


def read_by_oneself_after_a_deed() -> None:
    """After a write, stop using cached rows: the response carries versions read from the database."""
    g.shows = False


def known() -> dict[str, int]:
    """Return the versions read from the database in this request, to be extended; empty in a request that writes."""
    looks = has_request_context() and request.method == "GET" and not g.get("reads_itself")
    beats: dict[str, int] = g.setdefault("beats", {}) if looks else {}
    return beats


def read_by_oneself() -> None:
    """Do not use the cache in the rest of this request: it has changed something."""
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
    """Whether this is a poll sent by a page, not a request made by its user."""
    environ = request.environ  # faster than request.headers, and called often
    return environ["REQUEST_METHOD"] == "GET" and environ.get("HTTP_HX_REQUEST") == "true"


def _made_or_heard(topics: Sequence[str], hears: Callable[[Sequence[str]], Beats | None]) -> Beats | None:
    """Return each topic's latest version known or produced here, or None if one has neither."""
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
    """Load the value and detach it from the session, because it outlives the request."""
    value = read()
    db.session.expunge_all()
    return value


def _shelf() -> Shelf:
    shelf: Shelf = current_app.extensions.setdefault("shelf", Shelf())
    return shelf
