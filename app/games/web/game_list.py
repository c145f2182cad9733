"""A user's games, most urgent first, for the home page and the link to the next game."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from app.accounts.person import display_name
from app.db import db
from app.db.together import select_together
from app.games.store.topics import game_topic
from app.games.wording.sentences import game_title, outcome_text
from app.i18n.languages import _, format_list

MAX_TOPICS: Final = 50  # games whose changes an open home page learns of at once

# A game waits for a user whose turn it is, or whose team has lost its spymaster and can choose another (L1). Then come
# the most urgent: by deadline, which does not count while the clock of a stalled game stands still (T4), and by the
# time since the last move. `place` is 1 for the game that was played last.
# Of the ended games, the last five are listed. LIMIT 1 lets each game be found by its key, however many the planner
# takes them to be: it does not know that few of somebody's games still run.
QUERY: Final = """
    WITH own AS (
        SELECT game_id, seat FROM players WHERE user_id = :user AND left_at IS NULL AND ended_at IS NULL
        UNION ALL
        (SELECT game_id, seat FROM players WHERE user_id = :user AND left_at IS NULL AND ended_at IS NOT NULL
        ORDER BY ended_at DESC LIMIT 5)
    ), listed AS (
        SELECT code, variant, city, winner, reason, finished_at, stalled_at, moved_at, id,
            CASE WHEN stalled_at IS NULL AND finished_at IS NULL THEN deadline END AS deadline,
            coalesce(other_players, '{}') AS other_players, coalesce(moving_players, '{}') AS moving_players,
            finished_at IS NULL AND (seat = ANY (turn) OR (seat LIKE '%-operative' AND NOT led)) AS waiting
        FROM own
        CROSS JOIN LATERAL (SELECT * FROM games WHERE id = own.game_id LIMIT 1) AS game
        CROSS JOIN LATERAL (
            SELECT array_agg(person ORDER BY user_id) FILTER (WHERE user_id <> :user) AS other_players,
                array_agg(person ORDER BY user_id)
                    FILTER (WHERE seated.seat = ANY (turn) AND present) AS moving_players,
                bool_or(present AND seated.seat = replace(own.seat, 'operative', 'spymaster')) AS led
            FROM (
                SELECT user_id, seat,
                    jsonb_build_array(CASE WHEN deleted_at IS NULL THEN name END, computer) AS person,
                    left_at IS NULL AND deleted_at IS NULL AND coalesce(suspended_until <= now(), true) AS present
                FROM players JOIN users ON users.id = user_id WHERE game_id = own.game_id
            ) AS seated
        ) AS table_of
    )
    SELECT code, variant, city, winner, reason, finished_at IS NOT NULL AS finished, stalled_at IS NOT NULL AS stalled,
        deadline, other_players, moving_players, waiting,
        coalesce(beat, 0) AS version,
        row_number() OVER (ORDER BY finished_at DESC NULLS FIRST, moved_at DESC) AS place
    FROM listed LEFT JOIN beats ON topic = 'game:' || code
    ORDER BY finished_at DESC NULLS FIRST, waiting DESC, deadline NULLS LAST, moved_at, id
"""
Player = tuple[str | None, bool]  # a name, None if deleted, and whether it is the computer's
_STATEMENT: Final = select_together(games=QUERY)


class GameRow(NamedTuple):
    """A game in a list, with the other players and those who are to move.

    `waiting` means that it needs its reader now, `deadline` is that of a clock that runs.
    """

    code: str
    variant: str
    city: str | None
    winner: str | None
    reason: str | None
    finished: bool
    stalled: bool
    waiting: bool
    deadline: str | None
    other_players: tuple[Player, ...]
    moving_players: tuple[Player, ...]

    @property
    def title(self) -> str:
        """The variant, and the city of an attempt."""
        return game_title(self.variant, self.city)

    @property
    def people(self) -> str:
        """The names of the other players, as a list in the reader's language."""
        return format_list(self.others)

    @property
    def others(self) -> Sequence[str]:
        """The names of the other players."""
        return _display_names(self.other_players)

    @property
    def moving(self) -> Sequence[str]:
        """The names of those who are to move."""
        return _display_names(self.moving_players)

    @property
    def until(self) -> datetime | None:
        """The deadline as a time."""
        return datetime.fromisoformat(self.deadline) if self.deadline else None

    @property
    def state(self) -> str:
        """How the game ended, or what it waits for."""
        if self.finished:
            return outcome_text(self.winner, self.reason or "")
        if self.waiting:
            return _("Your turn")
        if self.stalled:
            return _("On hold: three turns missed in a row")
        return _waiting_for(self.moving)


def load_games(user_id: int) -> Sequence[GameRow]:
    """Return a user's games: first those waiting for them, most urgent on top, then the others; ended games last."""
    return read_games(db.session.execute(_STATEMENT, {"user": user_id}).scalar_one())


def read_games(found: Sequence[Mapping[str, Any]]) -> Sequence[GameRow]:
    """Return the games that are in the rows of `QUERY`."""
    return [GameRow._make(map(_hashable, (row[name] for name in GameRow._fields))) for row in found]


def read_versions(found: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the versions of these games by topic, limited to those played last."""
    return {game_topic(row["code"]): row["version"] for row in found if row["place"] <= MAX_TOPICS}


def next_game_code(user_id: int, but: str = "") -> str | None:
    """Return the code of the user's most urgent waiting game other than `but`, if any."""
    return next((row.code for row in load_games(user_id) if row.waiting and row.code != but), None)


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


def _display_names(players: Iterable[Player]) -> Sequence[str]:
    return [display_name(name, is_computer=is_computer) for name, is_computer in players]


def _waiting_for(names: Sequence[str]) -> str:
    """Say who is to move, or that a seat is empty."""
    if not names:
        return _("Waiting for a player")
    return _("Waiting for %(name)s", name=format_list(names, "or"))
