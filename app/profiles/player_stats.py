"""Statistics of a player's ended games: wins by variant and role, cards found per clue, accuracy of touches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from sqlalchemy import Row, select

from app.db import db
from app.profiles.models import Result
from app.rules import VARIANTS

MAX_SPANS = 12  # most points in a plot
MIN_GAMES = 5  # least games per point
ROLES = ("spymaster", "operative", "")

Rows = Sequence[Row[Any]]


@dataclass(frozen=True)
class PlayerStats:
    """Sums over some games of a player; `counted` is the number of those that were won or lost."""

    games: int
    counted: int
    wins: int
    clues: int
    asked: int
    found: int
    touches: int
    right: int
    assassins: int
    ended_at: datetime | None  # of the last game

    @property
    def rate(self) -> float | None:
        """The share of wins among counted games, from 0 to 1; None without any."""
        return self.wins / self.counted if self.counted else None

    @property
    def per_clue(self) -> float | None:
        """The cards found per clue, in the clue's own turn; None without any clue."""
        return self.found / self.clues if self.clues else None

    @property
    def accuracy(self) -> float | None:
        """The share of touches that were right, from 0 to 1; None without any."""
        return self.right / self.touches if self.touches else None


@dataclass(frozen=True)
class ProfileStats:
    """A player's statistics: overall, by variant and role, by kind of game ("versus", "duet"), and over time.

    `spans` are successive groups of equally many games, oldest first; empty if there are too few games.
    """

    overall: PlayerStats
    parts: Sequence[tuple[tuple[str, str], PlayerStats]]
    games: Sequence[tuple[str, PlayerStats]]
    spans: Sequence[PlayerStats]


def load_profile_stats(user_id: int) -> ProfileStats:
    """Return a player's statistics, computed from all their results with one query."""
    query = select(*Result.__table__.columns).where(Result.user_id == user_id)
    rows = db.session.execute(query.order_by(Result.ended_at, Result.game_id)).all()
    kinds = [(variant, role) for variant in VARIANTS for role in ROLES]
    return ProfileStats(
        overall=sum_up(rows),
        parts=_by_kind(rows, kinds, lambda row: (row.variant, row.role)),
        games=_by_kind(rows, ["versus", "duet"], lambda row: VARIANTS[row.variant].game),
        spans=_spans(rows),
    )


def sum_up(rows: Rows) -> PlayerStats:
    """Return the sums over results, which must be sorted oldest first."""
    return PlayerStats(
        games=len(rows),
        counted=sum(row.won is not None for row in rows),
        wins=sum(row.won is True for row in rows),
        clues=sum(row.clues for row in rows),
        asked=sum(row.asked for row in rows),
        found=sum(row.found for row in rows),
        touches=sum(row.right + row.wrong for row in rows),
        right=sum(row.right for row in rows),
        assassins=sum(row.assassin for row in rows),
        ended_at=rows[-1].ended_at if rows else None,
    )


def _by_kind(rows: Rows, kinds: Sequence[Any], kind_of: Callable[[Row[Any]], Any]) -> list[tuple[Any, PlayerStats]]:
    """Return each of `kinds` that was played, with its statistics."""
    parts = [(kind, [row for row in rows if kind_of(row) == kind]) for kind in kinds]
    return [(kind, sum_up(own)) for kind, own in parts if own]


def _spans(rows: Rows) -> list[PlayerStats]:
    """Return the statistics of successive groups of about equally many games, oldest first.

    There are at most MAX_SPANS groups of at least MIN_GAMES; the list is empty if that makes fewer than two.
    """
    count = min(MAX_SPANS, len(rows) // MIN_GAMES)
    if count < 2:
        return []
    edges = [len(rows) * number // count for number in range(count + 1)]
    return [sum_up(rows[start:end]) for start, end in pairwise(edges)]
