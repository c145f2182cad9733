"""Who is watching up to which move: noted here when a poll is answered, and written down for many at once.

What is not yet written when the process dies is told to its reader once more, by the strip of their next visit.
"""

from collections.abc import Mapping
from threading import Lock

from flask import current_app
from sqlalchemy import text

from app.db import db

Watched = dict[tuple[int, int], int]  # by game and person, the number of moves that they have been sent

# Who is locked just now acts, and knows all anyhow.
WRITE = text("""
    WITH watched AS (
        SELECT * FROM unnest(CAST(:games AS bigint[]), CAST(:people AS bigint[]), CAST(:versions AS int[]))
            AS watched (game_id, user_id, version)),
    free AS (
        SELECT game_id, user_id, version FROM players JOIN watched USING (game_id, user_id)
        WHERE looked < version ORDER BY game_id, user_id FOR UPDATE OF players SKIP LOCKED)
    UPDATE players SET looked = version, since = greatest(since, version)
    FROM free WHERE (players.game_id, players.user_id) = (free.game_id, free.user_id)
""")


class Watching:
    """What is still to be written."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watched: Watched = {}

    @property
    def is_noted(self) -> bool:
        """Whether there is anything to be written."""
        return bool(self._watched)

    def note(self, game_id: int, user_id: int, version: int) -> None:
        """Somebody is being sent a table with so many moves."""
        with self._lock:
            place = game_id, user_id
            self._watched[place] = max(version, self._watched.get(place, 0))

    def noted(self, game_id: int, user_id: int) -> int:
        """Return up to which move somebody watches by a note not yet written, 0 without one."""
        with self._lock:
            return self._watched.get((game_id, user_id), 0)

    def take(self) -> Mapping[tuple[int, int], int]:
        """Return what is to be written, and begin anew."""
        with self._lock:
            taken, self._watched = self._watched, {}
            return taken


def note(game_id: int, user_id: int, version: int) -> bool:
    """Note what somebody is being sent, if this process writes such notes down; whether it does."""
    watching: Watching | None = current_app.extensions.get("watching")
    if watching is None:
        return False
    watching.note(game_id, user_id, version)
    return True


def noted(game_id: int, user_id: int) -> int:
    """Return up to which move somebody watches by a note of this process not yet written, 0 without one."""
    watching: Watching | None = current_app.extensions.get("watching")
    return watching.noted(game_id, user_id) if watching else 0


def write_down() -> None:
    """Write down what was noted, by one statement, if anything was."""
    taken = current_app.extensions["watching"].take()
    if taken:
        games, people = map(list, zip(*taken, strict=True))
        db.session.execute(WRITE, {"games": games, "people": people, "versions": list(taken.values())})
        db.session.commit()
