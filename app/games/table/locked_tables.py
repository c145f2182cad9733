"""A game that is locked for a move, with all that the move needs to know: loaded in the round trip that locks it."""

from collections.abc import Iterator, Sequence
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

# The lock is a statement of its own: what waits for it must see what was committed meanwhile.
LOCK_GAME: Final = text("SELECT 1 FROM games WHERE code = :code FOR UPDATE")
LOAD_LOCKED: Final = text(f"""{snapshot.SELECT_SNAPSHOT},
        (SELECT jsonb_agg(open_turn) FROM ({LOCK_OPEN_TURNS}) AS open_turn) AS open_turns
    FROM games WHERE code = :code
""")  # noqa: S608 - constants


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
    values = {**snapshot.snapshot_values(code, known), "turn_topics": [game_topic(code)]}
    found, rows = execute_together((LOCK_GAME, {"code": code}), (LOAD_LOCKED, values))
    if not found:
        raise GameNotFound(code)
    row: Any = rows[0]
    game = snapshot.read_snapshot(row, known)
    return LockedTable(game, [*map(OpenTurn.from_json, row["open_turns"] or ())]) if game else _lock(code, None)
