"""The snapshot of a game: all that its page shows of it, as an immutable value that one statement loads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from itertools import count
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from app import rules
from app.accounts.person import Person
from app.db.round_trip import execute_together
from app.games.store.players import was_replaced
from app.games.store.state import PlayerMixin
from app.games.store.topics import game_topic

_next_serial: Final = count().__next__
LINES_SHOWN: Final = 100  # chat lines of each side


@dataclass(frozen=True, slots=True)
class SeatedPlayer(PlayerMixin):
    """A copy of a player's row, with the person."""

    user_id: int
    seat: str
    left_at: datetime | None
    replaced: bool
    acted_at: datetime | None
    user: Person


class PlayedMove(NamedTuple):
    """A move in notation; the clock's moves, and those that a deadline made, have no user."""

    seat: str
    text: str
    user_id: int | None


class ChatLine(NamedTuple):
    """A chat message of one side."""

    id: int
    side: str
    user: Person
    text: str


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """A game at the `versions` of its topics: the columns of its row, and what belongs to it in other tables.

    `marks` are pairs (user id, card), by card; `lines` are the last ones of both sides' chats; `serial` tells this
    snapshot from all others of this process. A seat is shown the table only by `view`.
    """

    id: int
    code: str
    variant: str
    deck: str
    deal: Mapping[str, Any] = field(repr=False)
    words: Sequence[str] = field(repr=False)
    turn: Sequence[str]
    sheet_id: int | None
    city: str | None
    clock: str
    phase_began_at: datetime | None
    deadline: datetime | None
    banks: Mapping[str, int]
    still_from: datetime | None
    still_until: datetime | None
    paused: int
    given: int
    stalled_at: datetime | None
    substitute: str | None
    substitute_seat: str | None
    nudged_at: datetime | None
    proposal: Mapping[str, Any] | None
    void_votes: Sequence[int]
    happened: Mapping[str, Any] | None
    touching: str
    late_touch: bool
    version: int
    phase: str
    finished_at: datetime | None
    moved_at: datetime
    players: Sequence[SeatedPlayer]
    moves: Sequence[PlayedMove] = field(repr=False)
    marks: Sequence[tuple[int, int]]
    lines: Sequence[ChatLine] = field(repr=False)
    versions: Mapping[str, int]
    table: rules.Table = field(repr=False)
    serial: int = field(default_factory=_next_serial)
    _views: dict[str | None, rules.View] = field(default_factory=dict, repr=False)

    def view(self, seat: str | None) -> rules.View:
        """Return what a seat, or a watcher (None), may see of the table; computed once."""
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    def topics(self, side: str | None) -> list[str]:
        """Return the topics of what a player of this side, or a watcher (None), is shown."""
        names = [*self.versions]  # in the order of topics_of(code, *SIDES)
        return [names[0], names[1 + SIDES.index(side)]] if side else names[:1]

    @property
    def is_timed(self) -> bool:
        """Whether what it shows changes with each second: by its clock, or as players come and go."""
        people = [player.user for player in self.players]
        return bool(self.clock) or any(person.away_until or person.suspended_until for person in people)

    def mentions(self, user_id: int) -> bool:
        """Whether more than a seat tells a user from others: marks, votes, a proposal, the last event, a lost seat."""
        told = self.proposal is not None or was_replaced(self, user_id) or user_id in self.void_votes
        return told or (self.happened or {}).get("by") == user_id or any(mark[0] == user_id for mark in self.marks)

    def chat(self, side: str) -> Sequence[ChatLine]:
        """Return the last lines of one side's chat, oldest first."""
        return [line for line in self.lines if line.side == side]


COLUMNS: Final = [each.name for each in fields(TableSnapshot)][: [*TableSnapshot.__slots__].index("players")]
FIXED: Final = ("deal", "words")  # columns that never change
SIDES: Final = ("red", "blue", "a", "b")


def _column(name: str) -> str:
    """Return the expression for a column of games."""
    return f"CASE WHEN :known = 0 THEN {name} END AS {name}" if name in FIXED else f"games.{name}"


SELECT_VERSIONS: Final = (
    "(SELECT jsonb_object_agg(topic, beat) FROM beats WHERE topic = ANY(CAST(:topics AS text[]))) AS versions"
)

# Chat lines are the last ones of each side. Moves are those after version `known`; a snapshot at hand has the others,
# and what never changes.
SELECT_SNAPSHOT: Final = f"""SELECT {", ".join(map(_column, COLUMNS))},
        (SELECT jsonb_agg(jsonb_build_array(seat, text, user_id) ORDER BY seq)
            FROM moves WHERE game_id = games.id AND seq > :known) AS new_moves,
        (SELECT jsonb_agg(jsonb_build_array(seat, left_at, replaced, acted_at, users.id, name, skeleton, timezone,
                computer, away_from, away_until, suspended_until, deleted_at) ORDER BY user_id)
            FROM players JOIN users ON users.id = user_id WHERE game_id = games.id) AS seated,
        (SELECT jsonb_agg(jsonb_build_array(user_id, card) ORDER BY card, user_id)
            FROM marks WHERE game_id = games.id) AS marked,
        (SELECT jsonb_agg(jsonb_build_array(line.id, side, line.user_id, line.text) ORDER BY line.id)
            FROM unnest(CAST(:sides AS text[])) AS side, LATERAL (
                SELECT id, user_id, text FROM talks WHERE game_id = games.id AND talks.side = side.side
                ORDER BY id DESC LIMIT :lines) AS line) AS said,
        {SELECT_VERSIONS}"""  # noqa: S608 - a constant
LOAD_SNAPSHOT: Final = text(f"{SELECT_SNAPSHOT} FROM games WHERE code = :code")


def topics_of(code: str, *sides: str) -> list[str]:
    """Return the topic of a game, and those of these sides."""
    return [game_topic(code), *(game_topic(code, side) for side in sides)]


def load_snapshot(code: str, known: TableSnapshot | None = None) -> TableSnapshot | None:
    """Return the snapshot of a game by one statement, or None if there is no such game; `known` spares its moves."""
    (rows,) = execute_together((LOAD_SNAPSHOT, snapshot_values(code, known)))
    return (read_snapshot(rows[0], known) or load_snapshot(code)) if rows else None


def snapshot_values(code: str, known: TableSnapshot | None) -> dict[str, object]:
    """Return the bind parameters of `SELECT_SNAPSHOT`, for the moves that `known` does not have."""
    topics, seen = topics_of(code, *SIDES), known.version if known else 0
    return {"code": code, "known": seen, "sides": [*SIDES], "lines": LINES_SHOWN, "topics": topics}


def read_snapshot(row: Mapping[Any, Any], known: TableSnapshot | None) -> TableSnapshot | None:
    """Return the snapshot in a row; None if `known` is of another history, such as before a backup was restored."""
    players = [_player(found) for found in row["seated"] or ()]
    people = {player.user_id: player.user for player in players}
    new = [PlayedMove(*move) for move in row["new_moves"] or ()]
    if known and known.version + len(new) != row["version"]:
        return None
    return TableSnapshot(
        **{name: getattr(known, name) if known and name in FIXED else row[name] for name in COLUMNS},
        players=players,
        moves=[*known.moves, *new] if known else new,
        marks=[(user_id, card) for user_id, card in row["marked"] or ()],
        lines=[ChatLine(number, side, people[user_id], words) for number, side, user_id, words in row["said"] or ()],
        versions=dict.fromkeys(topics_of(row["code"], *SIDES), 0) | (row["versions"] or {}),
        table=_play_on(known.table if known else rules.start(row["deal"]), new),
    )


def succeed(before: TableSnapshot, **changes: Any) -> TableSnapshot:
    """Return the snapshot that follows another by these changes."""
    return replace(before, serial=_next_serial(), _views={}, **changes)


def _play_on(table: rules.Table, moves: Sequence[PlayedMove]) -> rules.Table:
    for seat, notation, _user_id in moves:
        table = table.play(seat, rules.parse(notation))
    return table


def _player(columns: Sequence[Any]) -> SeatedPlayer:
    seat, left_at, replaced, acted_at, user_id, name, skeleton, timezone, computer, *moments = columns
    person = Person(user_id, name, skeleton, timezone, computer, *map(_moment, moments))
    return SeatedPlayer(user_id, seat, _moment(left_at), replaced, _moment(acted_at), person)


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
