"""A game that is locked for a move, with all that the move needs to know: loaded in the round trip that locks it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from app.db import db, now
from app.db.round_trip import execute_together
from app.games.store import snapshot, snapshot_store
from app.games.store.errors import GameNotFound
from app.games.store.snapshot import TableSnapshot
from app.games.store.topics import game_topic
from app.games.table import deadlines, loading
from app.http.responses import is_code
from app.notifications.turn_notices import LOCK_OPEN_TURNS, OpenTurn

# The lock is a statement of its own: what waits for it must see what was committed meanwhile. It tells a game of
# another history, such as before a backup was restored, and a deadline that was put off, which no topic tells.
LOCK_GAME: Final = text("SELECT moved_at, deadline FROM games WHERE code = :code FOR UPDATE")
OPEN_TURNS: Final = f"(SELECT jsonb_agg(open_turn) FROM ({LOCK_OPEN_TURNS}) AS open_turn) AS open_turns"  # noqa: S608
LOAD_LOCKED: Final = text(f"{snapshot.SELECT_SNAPSHOT}, {OPEN_TURNS} FROM games WHERE code = :code")
LOAD_KNOWN: Final = text(f"SELECT {snapshot.SELECT_VERSIONS}, {OPEN_TURNS}")  # of a game whose snapshot is at hand


@dataclass(frozen=True)
class LockedTable:
    """The current snapshot of a locked game, and its open notices of turns, which are locked too."""

    game: TableSnapshot
    open_turns: Sequence[OpenTurn]


@contextmanager
def lock_table(code: str) -> Iterator[LockedTable]:
    """Lock a game, after settling its clock, for one change; commit afterwards, or roll back on an exception."""
    try:
        yield _lock_settled_table(code)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def _lock_settled_table(code: str) -> LockedTable:
    if not is_code(code):
        raise GameNotFound(code)
    store = snapshot_store.find_store()
    locked = _lock(code, store.find(code) if store else None)
    if not deadlines.is_due(locked.game, now()):
        return locked
    loading.lock_settled_game(code)
    return _lock_settled_table(code)


def _lock(code: str, known: TableSnapshot | None) -> LockedTable:
    """Lock a game and load it, or only see whether the snapshot at hand is current; no topic tells of an ended game."""
    values = {**snapshot.snapshot_values(code, known), "turn_topics": [game_topic(code)]}
    may_know = known is not None and known.finished_at is None
    found, rows = execute_together((LOCK_GAME, {"code": code}), (LOAD_KNOWN if may_know else LOAD_LOCKED, values))
    if not found:
        raise GameNotFound(code)
    if known and may_know and _is_current(known, found[0], rows[0]):
        return LockedTable(known, _read_turns(rows[0]))
    if may_know:
        (rows,) = execute_together((LOAD_LOCKED, values))
    game = snapshot.read_snapshot(rows[0], known)
    return LockedTable(game, _read_turns(rows[0])) if game else _lock(code, None)


def _is_current(known: TableSnapshot, locked: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether nothing about a locked game has changed since its snapshot at hand."""
    versions = dict.fromkeys(known.versions, 0) | (row["versions"] or {})
    return (versions, locked["moved_at"], locked["deadline"]) == (known.versions, known.moved_at, known.deadline)


def _read_turns(row: Mapping[str, Any]) -> Sequence[OpenTurn]:
    return [*map(OpenTurn.from_json, row["open_turns"] or ())]
