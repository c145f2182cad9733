"""The clock of an own-pace table stands still while all who are awaited are away, at most 14 days in a game."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from app.games.models import Game, Player

LONGEST: Final = 14 * 86_400  # seconds

Span = tuple[datetime, datetime]


def plan(game: Game, awaited: Iterable[Player], at: datetime) -> None:
    """Set from when until when the clock stands still in the running phase, which is over at `game.deadline` else.

    From now on only: nobody was away before they said so.
    """
    span = _absence(awaited) if game.clock.startswith("own") else None
    if span is None or game.deadline is None:
        return
    first = max(span[0], at)
    last = min(span[1], first + timedelta(seconds=LONGEST - game.paused))
    if first < min(last, game.deadline):
        game.still_from, game.still_until = first, last


def length(game: Game, until: datetime | None) -> timedelta:
    """Return for how long the clock stands still in the running phase before a time, None for the whole of it."""
    if game.still_from is None or game.still_until is None:
        return timedelta()
    return max(timedelta(), min(until or game.still_until, game.still_until) - game.still_from)


def count(game: Game, at: datetime) -> None:
    """Let the running phase have begun later by as long as its clock has stood still up to now."""
    stood = length(game, at)
    if game.phase_began_at is not None:
        game.phase_began_at += stood
    game.paused += ceil(stood.total_seconds())
    game.still_from = game.still_until = None


def lend(game: Game, span: timedelta) -> None:
    """Let the running phase have begun later by a span, as far as the clock might stand still for as long."""
    lent = min(span, timedelta(seconds=LONGEST - game.paused))
    if lent > timedelta() and game.phase_began_at is not None:
        game.phase_began_at += lent
        game.paused += ceil(lent.total_seconds())


def _absence(awaited: Iterable[Player]) -> Span | None:
    """Return the time in which all of them are away."""
    spans = list(_spans(awaited))
    if not spans or None in spans:
        return None
    first, last = max(span[0] for span in spans if span), min(span[1] for span in spans if span)
    return (first, last) if first < last else None


def _spans(awaited: Iterable[Player]) -> Iterator[Span | None]:
    for player in awaited:
        first, last = player.user.away_from, player.user.away_until
        yield (first, last) if first and last else None
