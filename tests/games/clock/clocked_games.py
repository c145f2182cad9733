"""Tables with a clock, and sides that miss their turns."""

import html
import re
from collections.abc import Callable
from datetime import timedelta

from app.db import db
from app.games.store.clocks import Clock
from app.games.store.models import Game
from app.games.table.loading import load_current
from app.notifications.models import Notice
from tests.clock import pass_time
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

DAY = timedelta(days=1)
OWN, LIVE = "own 172800", "live 120"  # two days, two minutes


def duet_at(clock, a, b) -> Table:
    """A Duet with a clock; several people on a side are a list."""
    return lay("duet", {"a": a, "b": b}, {"keys": DUET_KEYS}, clock=clock)


def classic_at(clock, people) -> Table:
    """A classic game with a clock, in which red starts."""
    seats = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
    return lay("classic", dict(zip(seats, people, strict=True)), {"first": "red", "key": CLASSIC_KEY}, clock=clock)


def miss(table: Table) -> None:
    """Let the running phase run out, and somebody look."""
    game = table.game
    pass_time(table.app, timedelta(seconds=Clock.parse(game.clock).phase * 2 + 60))
    _look(table)
    after = table.game
    assert after.version > game.version or after.stalled_at, "nothing was missed"


def _look(table: Table) -> None:
    """Let somebody look, but spare them the page."""
    somebody = next(iter(table.people.values()))
    with table.app.test_request_context():
        load_current(table.code, somebody.user.id)


def stall(table: Table, miss: Callable[[Table], None] = miss) -> Table:
    """Let Bob, on side B of a Duet, miss three phases in a row while Ann plays (T4)."""
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    miss(table)
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    assert table.game.stalled_at is not None
    return table


def do(table: Table, person, what: str, **fields):
    """Send one of the forms about time, with what is true now; return the answer."""
    return table.submit(person, what, **fields)


def text_of(answer) -> str:
    """What an answer says, without its tags."""
    page = answer if isinstance(answer, str) else answer.text
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def open_notices(table: Table, kind: str) -> dict[int, Notice]:
    """The open notices of a kind at a table, by the ids of their people."""
    with table.app.app_context():
        query = db.select(Notice).where(
            Notice.topic == f"game:{table.code}", Notice.kind == kind, Notice.closed_at.is_(None)
        )
        return {notice.user_id: notice for notice in db.session.scalars(query)}


def seats_of(game: Game) -> dict[str, str]:
    """Who sits where now, by name."""
    return {player.user.name: player.seat for player in game.players if player.is_present}
