"""The snapshots that this process has loaded. Each is used for as long as the topics of its reader have not changed."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, TypeVar

from flask import current_app

from app import rules
from app.games.store.snapshot import TableSnapshot, load_snapshot
from app.live import lru

T = TypeVar("T")

STORE_SIZE: Final = 2_000  # snapshots of about 20 kB


@dataclass(slots=True)
class _Entry:
    lock: Lock = field(default_factory=Lock)
    snapshot: TableSnapshot | None = None


class SnapshotStore:
    """An LRU store of snapshots by the code of the game. Thread-safe; concurrent readers of a game share one load."""

    def __init__(self, maxsize: int = STORE_SIZE) -> None:
        self._maxsize = maxsize
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, code: str, is_current: Callable[[TableSnapshot], bool]) -> TableSnapshot | None:
        """Return a current snapshot of a game, None if there is no such game.

        A snapshot at hand saves loading its moves again, even if it is outdated. Nothing may be written before in the
        running transaction: the others would see it before it is committed.
        """
        entry = self._entry(code)
        with entry.lock:
            if entry.snapshot is None or not is_current(entry.snapshot):
                entry.snapshot = load_snapshot(code, entry.snapshot)
            if entry.snapshot is None:
                self._entries.pop(code, None)  # nobody can fill the store with codes of no game
            return entry.snapshot

    def replace(self, snapshot: TableSnapshot, commit: Callable[[], T]) -> T:
        """Keep a snapshot once `commit` has made it true; who is told of it meanwhile waits, instead of loading it."""
        entry = self._entry(snapshot.code)
        is_free = entry.lock.acquire(blocking=False)  # whoever loads must not be waited for while rows are locked
        try:
            result = commit()
            entry.snapshot = snapshot
            return result
        finally:
            if is_free:
                entry.lock.release()

    def find(self, code: str) -> TableSnapshot | None:
        """Return the snapshot at hand, current or not."""
        entry = self._entries.get(code)
        return entry.snapshot if entry else None

    def _entry(self, code: str) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(code, _Entry())
            lru.mark_used(self._entries, code, self._maxsize)
            return entry


def find_store() -> SnapshotStore | None:
    """Return the store of this process; None if it is not notified of changes."""
    if "known_versions" not in current_app.extensions:
        return None
    store: SnapshotStore = current_app.extensions.setdefault("snapshots", SnapshotStore())
    return store


def known_table(code: str, version: int) -> rules.Table | None:
    """Return the table of a game after so many moves if it is at hand; it can have no other value."""
    store = find_store()
    snapshot = store.find(code) if store else None
    return snapshot.table if snapshot and snapshot.version == version else None
