"""Saving an ordinary move: one statement writes all that follows from it, and commits in the same round trip."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple, Self

from psycopg.types.json import Jsonb
from sqlalchemy import TextClause, text

from app import rules
from app.db import now
from app.db.round_trip import Rows, Sent, execute_together
from app.games.store import move_records, snapshot, snapshot_store, turn_notifications
from app.games.store.snapshot import PlayedMove, SeatedPlayer, TableSnapshot
from app.games.store.topics import game_topic
from app.games.table import past_marks, votes
from app.games.table.locked_tables import LockedTable
from app.live.topic_versions import BUMP_TOPICS, user_topic
from app.notifications import turn_notices
from app.rules.seats import side_of


def _write_move(archive: str, archived: str) -> TextClause:
    """Return the statement that writes a move. Topics come last, so that writers lock them in the same order."""
    return text(f"""
    WITH moved AS (
        UPDATE games SET version = :version, phase = :phase, turn = :turn, moved_at = :at, deadline = :deadline,
            phase_began_at = :phase_began_at, banks = :banks, still_from = :still_from, still_until = :still_until,
            paused = :paused, given = :given
        WHERE id = :game RETURNING 1),
    played AS (
        INSERT INTO moves (game_id, seq, seat, text, user_id, played_at)
        VALUES (:game, :version, :seat, :move, :user, :at) RETURNING 1),
    acted AS (
        UPDATE players SET acted_at = :at, looked = :version, since = :version
        WHERE game_id = :game AND user_id = :user RETURNING 1),
    {archive}
    {turn_notices.WRITE_TURNS},
    done AS (
        SELECT 1 FROM moved UNION ALL SELECT 1 FROM played UNION ALL SELECT 1 FROM acted
        {archived} UNION ALL SELECT 1 FROM opened_turns),
    {BUMP_TOPICS}
    """)  # noqa: S608 - constants


WRITE_MOVE: Final = _write_move("", "")
WRITE_MOVE_AND_MARKS: Final = _write_move(f"{past_marks.ARCHIVE_MARKS},", "UNION ALL SELECT 1 FROM archived")

Query = Callable[[TableSnapshot], Sent]


class Played(NamedTuple):
    """The next snapshot of a game, and the rows found by the query that was sent along."""

    game: TableSnapshot
    rows: Rows


@dataclass
class Draft:
    """A game under change: what a move may set, and what that depends on."""

    code: str
    variant: str
    words: Sequence[str]
    turn: list[str]
    clock: str
    phase_began_at: datetime | None
    deadline: datetime | None
    banks: dict[str, int]
    still_from: datetime | None
    still_until: datetime | None
    paused: int
    given: int
    stalled_at: datetime | None
    nudged_at: datetime | None
    proposal: Mapping[str, Any] | None
    void_votes: list[int]
    touching: str
    version: int
    phase: str
    finished_at: datetime | None
    moved_at: datetime
    players: Sequence[SeatedPlayer]

    @classmethod
    def of(cls, game: TableSnapshot) -> Self:
        """Return the draft of the game that follows."""
        return cls(**{each.name: getattr(game, each.name) for each in fields(cls)})


def save_move(
    locked: LockedTable, player: SeatedPlayer, move: rules.Move, after: rules.Table, query: Query | None = None
) -> Played:
    """Save a move after which the game goes on as usual, and commit; `query` is about what it leads to."""
    game, ended = locked.game, votes.ended_seat(locked.game.table, after)
    following = _following(game, player, move, after, ended)
    pending = {game_topic(game.code): turn_notifications.pending_turns(following)}
    changes = turn_notices.plan_changes(locked.open_turns, pending, {player.user_id})
    clears_marks = following.marks != game.marks
    side = [game_topic(game.code, side_of(ended))] if clears_marks else []
    topics = {game_topic(game.code), *side, *map(user_topic, changes.user_ids)}
    versions = {topic: version + (topic in topics) for topic, version in game.versions.items()}
    values = _columns(following) | {name: [*map(Jsonb, rows)] for name, rows in changes.values().items()}
    values |= past_marks.archive_values([(game.id, ended, after.version)])
    values |= {"seat": player.seat, "move": str(move), "user": player.user_id, "topics": sorted(topics)}
    statement = WRITE_MOVE_AND_MARKS if clears_marks else WRITE_MOVE
    return _write(snapshot.succeed(following, versions=versions), (statement, values), query)


def _following(
    game: TableSnapshot, player: SeatedPlayer, move: rules.Move, after: rules.Table, ended: str
) -> TableSnapshot:
    """Return the snapshot after a move, with the old versions; `ended` is the seat whose guessing has ended."""
    draft, seats = Draft.of(game), {each.user_id: each.seat for each in game.players}
    move_records.apply_move(draft, game.table, after, now())
    draft.players = [replace(each, acted_at=draft.moved_at) if each is player else each for each in game.players]
    return snapshot.succeed(
        game,
        **vars(draft),
        moves=[*game.moves, PlayedMove(player.seat, str(move), player.user_id)],
        marks=[mark for mark in game.marks if seats[mark[0]] != ended],
        table=after,
    )


def _columns(game: TableSnapshot) -> dict[str, Any]:
    """Return the values of what a move sets in the rows of the game and its player."""
    names = ("version", "phase", "turn", "deadline", "phase_began_at", "still_from", "still_until", "paused", "given")
    return {name: getattr(game, name) for name in names} | {
        "game": game.id,
        "at": game.moved_at,
        "banks": Jsonb(game.banks),
    }


def _write(following: TableSnapshot, write_move: Sent, query: Query | None) -> Played:
    """Write what leads to a snapshot, and keep it for those who are told."""
    sent = [write_move, *([query(following)] if query else [])]
    store, write = snapshot_store.find_store(), partial(execute_together, *sent, commit=True)
    _, *rows = store.replace(following, write) if store else write()
    return Played(following, rows[0] if rows else ())
