"""Bringing a table to a moment before or after its deadline, and somebody who looks then."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from app.db import now
from app.games.table import deadlines
from tests.clock import pass_time
from tests.games.tables import Table
from tests.visitor import Visitor

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=seconds) for seconds in (1, 60, 3600, 86_400))


def come_to(table: Table, before: timedelta) -> None:
    """Let time pass until so long before the deadline; a negative span is after it."""
    deadline = table.game.deadline
    assert deadline is not None, "this table has no deadline"
    pass_time(table.app, deadline - now() - before)


def sweep(table: Table) -> int:
    """Let the worker look at all games; return how many it settled."""
    with table.app.app_context():
        return deadlines.sweep()


def _open(table: Table) -> None:
    """Open the page, as somebody who plays there."""
    _player(table).get(f"/games/{table.code}")


def _poll(table: Table) -> None:
    _player(table).fragment(f"/games/{table.code}", ptag="an older tag")


def _watch(table: Table) -> None:
    Visitor(table.app, "nobody").get(f"/games/{table.code}")


def _come_late(table: Table) -> None:
    """Send a move that was made before, which the table is past by now."""
    seat = table.game.turn[0]
    assert table.play(seat, "resign", seen=99).status_code == 409


def _player(table: Table) -> Visitor:
    return next(iter(table.people.values()))  # type: ignore[return-value]


LOOKS: Final[dict[str, Callable[[Table], object]]] = {
    "page": _open,
    "poll": _poll,
    "watcher": _watch,
    "sweep": sweep,
    "move": _come_late,
}


def miss(table: Table, look: Callable[[Table], object] = sweep) -> None:
    """Let the running phase run out to the second, and somebody look."""
    come_to(table, timedelta(0))
    look(table)
