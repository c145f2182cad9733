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
Versions = tuple[int, ...]

UNKNOWN: Final = -1

CACHE_SIZE: Final = 30_000  # entries: some thousand games, with the people who view them
PAGE_MAX_AGE: Final = 5  # seconds: limits how long a change that bumps no topic, such as a new name, stays hidden


@dataclass(slots=True)
class _Entry:
    lock: Lock = field(default_factory=Lock)
    seen: Versions = ()
    read_at: float = 0
    value: Any = None


class ReadCache:
    """An LRU cache of values by key, each with the topic versions at which it was loaded."""

    def __init__(self, room: int = CACHE_SIZE) -> None:
        self._room = room
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, seen: Versions, read: Callable[[], T], since: float = 0) -> T:
        """Return the value loaded at these versions or later, not before `since`; concurrent callers share a load."""
        entry = self._entry(key)
        with entry.lock:
            if not _is_as_recent(entry.seen, seen) or entry.read_at < since:
                at = time.monotonic()
                entry.value, entry.seen, entry.read_at = read(), seen, at
            value: T = entry.value
            return value

    def _entry(self, key: Hashable) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            if len(self._entries) > self._room:
                self._entries.popitem(last=False)
            return entry


def cached_read(key: Hashable, topics: Sequence[str], read: Callable[[], T]) -> T:
    """Return the cached result of `read`, or call it if one of these topics has changed since."""
    seen = _versions_to_match(topics)
    if seen is None:
        return read()
    since = 0 if is_poll() or g.get("cache_after_write") else time.monotonic() - PAGE_MAX_AGE
    return _read_cache().get(key, seen, lambda: _read_detached(read), since)


def is_cache_usable(topics: Sequence[str]) -> bool:
    """Whether this request may use cached rows of these topics."""
    return _versions_to_match(topics) is not None


def local_versions(topics: Sequence[str]) -> Versions | None:
    """Return the versions that this process knows, or None if this request must not rely on them or one is unknown."""
    known_versions = current_app.extensions.get("known_versions") if has_request_context() else None
    if known_versions is None or g.get("bypass_cache"):
        return None
    if is_poll():
        beats: Versions | None = known_versions(topics)
        return beats
    return _latest_versions(topics, known_versions) if g.get("cache_after_write") else None


def record_bumped(bumped: Mapping[str, int]) -> None:
    """Remember the versions that this request's commit has produced."""
    if bumped and has_request_context():
        g.bumped = g.get("bumped", {}) | bumped


def allow_cache_after_bump(topic: str) -> None:
    """Let the rest of this request, which only renders, use the cache again, if the request has changed this topic.

    If the action was rejected, read from the database: the user may have missed a change that this process does not
    know.
    """
    g.cache_after_write = topic in g.get("bumped", {})


def disable_cache_after_write() -> None:
    """After a write, stop using cached rows: the response carries versions read from the database."""
    g.cache_after_write = False


def request_versions() -> dict[str, int]:
    """Return the versions read from the database in this request, to be extended; empty in a request that writes."""
    looks = has_request_context() and request.method == "GET" and not g.get("bypass_cache")
    beats: dict[str, int] = g.setdefault("beats", {}) if looks else {}
    return beats


def bypass_cache() -> None:
    """Do not use the cache in the rest of this request: it has changed something."""
    g.bypass_cache = True


def _versions_to_match(topics: Sequence[str]) -> Versions | None:
    if not has_request_context() or g.get("bypass_cache"):
        return None
    if is_poll() or request.method != "GET":
        return local_versions(topics)
    versions = request_versions()
    if "known_versions" not in current_app.extensions or any(topic not in versions for topic in topics):
        return None
    return tuple(versions[topic] for topic in topics)


def is_poll() -> bool:
    """Whether this is a poll sent by a page, not a request made by its user."""
    environ = request.environ  # faster than request.headers, and called often
    return environ["REQUEST_METHOD"] == "GET" and environ.get("HTTP_HX_REQUEST") == "true"


def _latest_versions(
    topics: Sequence[str], known_versions: Callable[[Sequence[str]], Versions | None]
) -> Versions | None:
    """Return each topic's latest version known or produced here, or None if one has neither."""
    beats = []
    for topic in topics:
        latest = max((known_versions([topic]) or (UNKNOWN,))[0], g.bumped.get(topic, UNKNOWN))
        if latest == UNKNOWN:
            return None
        beats.append(latest)
    return tuple(beats)


def _is_as_recent(one: Versions, other: Versions) -> bool:
    return len(one) == len(other) and all(map(int.__ge__, one, other))


def _read_detached(read: Callable[[], T]) -> T:
    """Load the value and detach it from the session, because it outlives the request."""
    value = read()
    db.session.expunge_all()
    return value


def _read_cache() -> ReadCache:
    cache: ReadCache = current_app.extensions.setdefault("read_cache", ReadCache())
    return cache
