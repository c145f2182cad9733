"""What the page of a game shows to one user alone."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import text

from app.db.round_trip import Sent, execute_together
from app.games.chat.messages import mute_topic
from app.games.chat.notes import Notes
from app.games.store.snapshot import TableSnapshot
from app.games.store.topics import game_topic
from app.games.table import read_receipts
from app.games.table.unread_moves import ReadState
from app.live.read_cache import Versions, cached_read, process_cache
from app.notifications import bell
from app.notifications.bell import Bell
from app.notifications.turn_notices import TURN

# With a limit that the planner does not know it expects one reader, and keeps its plan. Else it would make one each
# time, which takes longer than all the rest.
LOAD_READERS: Final = text(f"""SELECT reader.user_id, bell.*,
        (SELECT array_agg(blocked_id) FROM blocks WHERE user_id = reader.user_id) AS blocked,
        (SELECT array_agg(topic) FROM mutes
            WHERE user_id = reader.user_id AND (topic = :game_topic OR starts_with(topic, :chats))) AS muted,
        (SELECT jsonb_build_array(text, dots) FROM notes WHERE game_id = :game AND user_id = reader.user_id) AS note,
        (SELECT jsonb_build_array(teams.code, teams.name) FROM sheets
            JOIN teams ON teams.id = team_id JOIN memberships USING (team_id)
            WHERE sheets.id = :sheet AND user_id = reader.user_id) AS team,
        (SELECT jsonb_build_array(looked, looked_at, since) FROM players
            WHERE game_id = :game AND user_id = reader.user_id) AS trace
    FROM (SELECT * FROM unnest(CAST(:users AS int[]), CAST(:told AS text[]), CAST(:own AS text[]))
            AS readers (user_id, told, own) LIMIT :count) AS reader,
        LATERAL ({bell.query("reader.user_id", "reader.told", "reader.own")}) AS bell
""")  # noqa: S608 - two constants


class TeamLink(NamedTuple):
    """The team that an attempt counts for."""

    code: str
    name: str


@dataclass(frozen=True)
class Reader:
    """A user at a game: their bell, notes, mutes, team and read state. `hidden` are authors of chat lines."""

    bell: Bell
    hidden: frozenset[int]
    is_muted: bool
    notes: Notes
    team: TeamLink | None
    trace: ReadState | None

    def audience(self, game: TableSnapshot) -> Hashable:
        """Return what tells this reader from others on the same seat, but for what is filled in for each."""
        return (
            self.bell.user_id if game.mentions(self.bell.user_id) else None,
            self.hidden & {line.user.id for line in game.lines},
            self.is_muted,
            frozenset(self.notes.dots.items()),
            self.team,
        )

    def waiting(self, game: TableSnapshot) -> int:
        """Return how many other games wait for this user; same source as the bell."""
        return len(self.bell.awaited - {game_topic(game.code)})


def load_reader(game: TableSnapshot, user_id: int | None, watching: bool) -> Reader | None:
    """Return what is one user's own, by one statement; None for anonymous visitors.

    An open page that is `watching` may have it from the read cache, with an older read state.
    """
    if user_id is None:
        return None
    if watching:
        topics = bell.bell_topics(user_id)
        return cached_read(reader_key(game, user_id), topics, lambda: _query_readers(game, [user_id])[user_id])
    return _query_readers(game, [user_id])[user_id]


def load_readers(game: TableSnapshot, told: Mapping[int, Versions]) -> None:
    """Have what is these users' own in the read cache, at these versions of their topics or later; one statement."""
    cache = process_cache()
    missing = [user_id for user_id, seen in told.items() if cache.find(reader_key(game, user_id), seen) is None]
    found = _query_readers(game, missing) if missing else {}
    for user_id in found:
        cache.get(reader_key(game, user_id), told[user_id], partial(found.__getitem__, user_id))


def reader_key(game: TableSnapshot, user_id: int) -> Hashable:
    """Return the key of a reader in the read cache."""
    return "reader", game.id, user_id


def readers_query(game: TableSnapshot, user_ids: Sequence[int]) -> Sent:
    """Return the statement that loads what is these users' own, for `read_readers`."""
    told, own = zip(*map(bell.bell_topics, user_ids), strict=True)
    values: dict[str, object] = {"users": [*user_ids], "told": [*told], "own": [*own], "count": len(user_ids)}
    values |= {"turn": TURN, "chats": mute_topic("")}
    return LOAD_READERS, values | {"game": game.id, "sheet": game.sheet_id, "game_topic": game_topic(game.code)}


def read_readers(game: TableSnapshot, rows: Iterable[Mapping[Any, Any]]) -> list[Reader]:
    """Return the readers in the rows that `readers_query` found."""
    return [_read_reader(game, row) for row in rows]


def _query_readers(game: TableSnapshot, user_ids: Sequence[int]) -> dict[int, Reader]:
    (rows,) = execute_together(readers_query(game, user_ids))
    return {reader.bell.user_id: reader for reader in read_readers(game, rows)}


def _read_reader(game: TableSnapshot, row: Mapping[Any, Any]) -> Reader:
    muted = set(row["muted"] or ())
    words, dots = row["note"] or ("", {})
    return Reader(
        bell=bell.read_bell(row["user_id"], row),
        hidden=frozenset([*(row["blocked"] or ()), *map(_author, muted - {game_topic(game.code)})]),
        is_muted=game_topic(game.code) in muted,
        notes=Notes(words, {int(card): colour for card, colour in dots.items()}),
        team=TeamLink(*row["team"]) if row["team"] else None,
        trace=_read_state(game.id, row["user_id"], *row["trace"]) if row["trace"] else None,
    )


def _author(topic: str) -> int:
    return int(topic.partition(":")[2])


def _read_state(game_id: int, user_id: int, looked: int, looked_at: str | None, since: int) -> ReadState:
    sent = read_receipts.version_sent(game_id, user_id)
    at = datetime.fromisoformat(looked_at) if looked_at else None
    return ReadState(game_id, user_id, max(looked, sent), at, max(since, sent))
