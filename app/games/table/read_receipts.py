"""Read receipts: which version each watching player was sent. Collected in memory and saved in batches.

If the process dies first, the player sees those moves again in the strip of their next visit.
"""

from collections.abc import Mapping
from threading import Lock

from flask import current_app
from sqlalchemy import text

from app.db import db

VersionsSent = dict[tuple[int, int], int]  # (game id, user id) -> version sent

# A locked row belongs to a player who is just acting, and that sets all moves as read anyway.
SAVE_RECEIPTS = text("""
    WITH watched AS (
        SELECT * FROM unnest(CAST(:games AS bigint[]), CAST(:people AS bigint[]), CAST(:versions AS int[]))
            AS watched (game_id, user_id, version)),
    free AS (
        SELECT game_id, user_id, version FROM players JOIN watched USING (game_id, user_id)
        WHERE looked < version ORDER BY game_id, user_id FOR UPDATE OF players SKIP LOCKED)
    UPDATE players SET looked = version, since = greatest(since, version)
    FROM free WHERE (players.game_id, players.user_id) = (free.game_id, free.user_id)
""")


class ReadReceipts:
    """Receipts not saved yet, and those taken last, which a reader's transaction may not see saved. Thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watched: VersionsSent = {}
        self._taken: VersionsSent = {}

    @property
    def has_unsaved(self) -> bool:
        """Whether there are receipts to save."""
        return bool(self._watched)

    def add(self, game_id: int, user_id: int, version: int) -> None:
        """Add a receipt: the user is sent this version."""
        with self._lock:
            place = game_id, user_id
            self._watched[place] = max(version, self._watched.get(place, 0))

    def version_sent(self, game_id: int, user_id: int) -> int:
        """Return the version in a receipt that may not be saved yet, 0 without one."""
        place = game_id, user_id
        with self._lock:
            return max(self._watched.get(place, 0), self._taken.get(place, 0))

    def take(self) -> Mapping[tuple[int, int], int]:
        """Return all receipts to be saved; they are kept until others are taken."""
        with self._lock:
            self._taken, self._watched = self._watched, {}
            return self._taken


def add_receipt(game_id: int, user_id: int, version: int) -> bool:
    """Add a receipt and return True; return False if this process does not collect receipts."""
    watching: ReadReceipts | None = current_app.extensions.get("watching")
    if watching is None:
        return False
    watching.add(game_id, user_id, version)
    return True


def version_sent(game_id: int, user_id: int) -> int:
    """Return the version in a receipt that this app may not have saved yet; 0 without one, or where none are kept."""
    watching: ReadReceipts | None = current_app.extensions.get("watching")
    return watching.version_sent(game_id, user_id) if watching else 0


def save_receipts() -> None:
    """Save all receipts with one statement, and commit."""
    taken = current_app.extensions["watching"].take()
    if taken:
        games, people = map(list, zip(*taken, strict=True))
        db.session.execute(SAVE_RECEIPTS, {"games": games, "people": people, "versions": list(taken.values())})
        db.session.commit()
