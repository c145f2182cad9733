"""Pauses: the clock of a correspondence game stops while all players in turn are away, at most 14 days per game."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from app.games.store.state import AnyChangingGame, AnyGame, PlayerState

MAX_PAUSE: Final = 14 * 86_400  # seconds

Interval = tuple[datetime, datetime]


def plan_pause(game: AnyChangingGame, awaited: Iterable[PlayerState], at: datetime) -> None:
    """Set when the clock is paused in the current phase, if the absence begins before `game.deadline`.

    A pause never starts in the past: days away count from when they are entered.
    """
    span = _common_absence(awaited) if game.clock.startswith("own") else None
    if span is None or game.deadline is None:
        return
    first = max(span[0], at)
    last = min(span[1], first + timedelta(seconds=MAX_PAUSE - game.paused))
    if first < min(last, game.deadline):
        game.still_from, game.still_until = first, last


def pause_length(game: AnyGame, until: datetime | None) -> timedelta:
    """Return how long the clock is paused in the current phase up to `until`, or in total if that is None."""
    if game.still_from is None or game.still_until is None:
        return timedelta()
    return max(timedelta(), min(until or game.still_until, game.still_until) - game.still_from)


def apply_elapsed_pause(game: AnyChangingGame, at: datetime) -> None:
    """Shift the start of the phase by the pause elapsed so far, and clear the planned pause."""
    stood = pause_length(game, at)
    if game.phase_began_at is not None:
        game.phase_began_at += stood
    game.paused += ceil(stood.total_seconds())
    game.still_from = game.still_until = None


def shift_phase_start(game: AnyChangingGame, span: timedelta) -> None:
    """Shift the start of the phase by `span`, limited to and counted against the pause allowance that is left."""
    lent = min(span, timedelta(seconds=MAX_PAUSE - game.paused))
    if lent > timedelta() and game.phase_began_at is not None:
        game.phase_began_at += lent
        game.paused += ceil(lent.total_seconds())


def _common_absence(awaited: Iterable[PlayerState]) -> Interval | None:
    """Return the time span in which all of these players are away, None if there is none."""
    spans = list(_absences(awaited))
    if not spans or None in spans:
        return None
    first, last = max(span[0] for span in spans if span), min(span[1] for span in spans if span)
    return (first, last) if first < last else None


def _absences(awaited: Iterable[PlayerState]) -> Iterator[Interval | None]:
    for player in awaited:
        first, last = player.user.away_from, player.user.away_until
        yield (first, last) if first and last else None
