"""Read cache: rows that this process has loaded and may reuse, because it is notified of every change.

Only requests that read use it. Cached objects are shared by all threads and detached from the session: nobody may
modify them. For polls, the versions that this process knows count, since they also decided that the poll was let
through. A page may follow a change made in another process, so it reads the versions from the database.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeVar

from flask import current_app, g, has_request_context, request

from app.db import db
from app.live import lru

T = TypeVar("T")
Versions = tuple[int, ...]

CACHE_SIZE: Final = 10_000  # entries of about 2 kB: two thousand games, with the people who view them


@dataclass(slots=True)
class _Entry:
    lock: Lock = field(default_factory=Lock)
    seen: Versions = ()
    value: Any = None


class ReadCache:
    """An LRU cache of values by key, each with the topic versions at which it was loaded."""

    def __init__(self, maxsize: int = CACHE_SIZE) -> None:
        self._maxsize = maxsize
        self._entries: OrderedDict[Hashable, _Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, seen: Versions, read: Callable[[], T]) -> T:
        """Return the value loaded at these versions or later; concurrent callers share a load."""
        entry = self._entry(key)
        with entry.lock:
            if not _is_as_recent(entry.seen, seen):
                entry.value, entry.seen = read(), seen
            value: T = entry.value
            return value

    def find(self, key: Hashable, seen: Versions) -> Any:
        """Return the value at hand if it was loaded at these versions or later, else None; never waits."""
        entry = self._entries.get(key)
        return entry.value if entry and _is_as_recent(entry.seen, seen) else None

    def _entry(self, key: Hashable) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            lru.mark_used(self._entries, key, self._maxsize)
            return entry


def cached_read(key: Hashable, topics: Sequence[str], read: Callable[[], T]) -> T:
    """Return the cached result of `read`, or call it if one of these topics has changed since."""
    versions = _versions_to_match(topics)
    return read() if versions is None else process_cache().get(key, versions, lambda: _read_detached(read))


def process_cache() -> ReadCache:
    """Return the read cache of this process."""
    cache: ReadCache = current_app.extensions.setdefault("read_cache", ReadCache())
    return cache


def heard_versions(topics: Sequence[str]) -> Versions | None:
    """Return the versions that this process knows; None if one is unknown, or if this request is not a poll."""
    known_versions = current_app.extensions.get("known_versions")
    return known_versions(topics) if known_versions and is_poll() else None


def request_versions() -> dict[str, int]:
    """Return the versions read from the database in this request, to be extended; empty in a request that writes."""
    looks = has_request_context() and request.method == "GET"
    versions: dict[str, int] = g.setdefault("versions", {}) if looks else {}
    return versions


def is_poll() -> bool:
    """Whether this is a poll sent by a page, not a request made by its user."""
    if not has_request_context():
        return False
    environ = request.environ  # faster than request.headers, and called often
    return environ["REQUEST_METHOD"] == "GET" and environ.get("HTTP_HX_REQUEST") == "true"


def _versions_to_match(topics: Sequence[str]) -> Versions | None:
    """Return the versions that a cached value must have, None if this request must not use any."""
    if is_poll():
        return heard_versions(topics)
    versions = request_versions()
    if "known_versions" not in current_app.extensions or any(topic not in versions for topic in topics):
        return None
    return tuple(versions[topic] for topic in topics)


def _is_as_recent(one: Versions, other: Versions) -> bool:
    return len(one) == len(other) and all(map(int.__ge__, one, other))


def _read_detached(read: Callable[[], T]) -> T:
    """Load the value and detach it from the session, because it outlives the request."""
    value = read()
    db.session.expunge_all()
    return value
