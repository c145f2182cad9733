"""A table's clock (T1): how much time a phase has, and when the running one is over. Nothing but rows and values."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, cast

from app import rules
from app.games import pauses
from app.games.models import Game
from app.games.people import awaited
from app.rules.seats import side_of

Pace = Literal["", "live", "own"]
MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds
PHASES: Final[dict[Pace, tuple[int, ...]]] = {
    "live": (30, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE),
    "own": (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY),
}
BANKS: Final = (0, 1, 3, 5)  # the time over that a side has in store, in phases
NOTATION: Final = re.compile("(live|own) ([1-9][0-9]{0,6})(?:[+]([1-9][0-9]{0,7}))?")


@dataclass(frozen=True)
class Clock:
    """How long a phase may take, and how much each side has in store for the whole game, in seconds.

    Written `own 86400+259200`; no clock is the empty text.
    """

    pace: Pace = ""
    phase: int = 0
    bank: int = 0

    @classmethod
    def parse(cls, text: str) -> "Clock":
        """Return the clock of a notation; raise ValueError for one that no table can have."""
        if not text:
            return cls()
        shape = NOTATION.fullmatch(text)
        if not shape:
            raise ValueError(text)
        clock = cls(cast(Pace, shape[1]), int(shape[2]), int(shape[3] or 0))
        if clock.phase not in PHASES[clock.pace] or clock.bank not in [clock.phase * times for times in BANKS]:
            raise ValueError(text)
        return clock

    def __str__(self) -> str:
        return f"{self.pace} {self.phase}" + (f"+{self.bank}" if self.bank else "") if self.pace else ""

    def allows(self, table: rules.Table) -> int:
        """Return the seconds that the running phase has of its own: the first clue of a live game has double (T1)."""
        return self.phase * 2 if self.pace == "live" and table.version == 0 else self.phase


def phase_of(table: rules.Table) -> tuple[object, ...]:
    """Return what tells one phase from the next: the guesses of a turn are one; in sudden death every touch is."""
    return table.phase, table.turn, len(table.turns), table.version if table.phase == "sudden-death" else 0


def set_clock(game: Game, table: rules.Table, clock: Clock, at: datetime) -> None:
    """Give a table a clock, or another one, whose first phase begins now with full banks."""
    sides = dict.fromkeys(side_of(seat) for seat in rules.VARIANTS[game.variant].seats)
    game.clock, game.banks = str(clock), dict.fromkeys(sides, clock.bank)
    game.phase = table.phase  # a game that was made before clocks were does not know its own
    begin(game, table, at)


def begin(game: Game, table: rules.Table, at: datetime) -> None:
    """Begin the phase that a table is in."""
    pauses.count(game, at)
    game.phase_began_at, game.given, game.stalled_at = at, 0, None
    _plan(game, table, at)


def reckon(game: Game, table: rules.Table, at: datetime) -> None:
    """Reckon the running deadline anew: time was given, or one who is awaited came, went or changed their days away.

    For how long the clock has stood still is kept. Of the time that there was, a phase's is left, or a day's: what that
    adds is taken off the days that the clock may stand still, so that nobody comes and goes for more time.
    """
    if game.deadline is None or game.phase_began_at is None or game.stalled_at:
        return
    least = min(game.deadline, at + timedelta(seconds=min(DAY, Clock.parse(game.clock).phase)))
    _plan(game, table, at)
    if game.deadline < least:
        pauses.lend(game, least - game.deadline)
        _plan(game, table, at)


def advance(game: Game, before: rules.Table, after: rules.Table, at: datetime) -> None:
    """Move the clock on from one table to the next: where a phase ends, what it took over its time is taken off.

    At a stalled table the phase begins anew, also where the two tables are the same.
    """
    if after.outcome:
        game.deadline = game.stalled_at = None
    elif game.stalled_at or phase_of(before) != phase_of(after):
        _charge(game, before, at)
        begin(game, after, at)


def deadline_of(game: Game, table: rules.Table) -> datetime | None:
    """Return when the running phase is over, None without a clock."""
    if not game.clock or game.phase_began_at is None or table.outcome:
        return None
    seconds = Clock.parse(game.clock).allows(table) + game.given + _bank(game, table)
    return game.phase_began_at + timedelta(seconds=seconds) + pauses.length(game, None)


def _plan(game: Game, table: rules.Table, at: datetime) -> None:
    """Set when the running phase is over, with the time from now on in which its clock will stand still."""
    pauses.count(game, at)
    game.deadline = deadline_of(game, table)
    pauses.plan(game, awaited(game), at)
    game.deadline = deadline_of(game, table)


def _charge(game: Game, table: rules.Table, at: datetime) -> None:
    """Take the ended phase's time over its allowance off the bank of its side."""
    if not game.clock or game.phase_began_at is None:
        return
    pauses.count(game, at)
    side, took = _side(table), int((at - game.phase_began_at).total_seconds())
    over = took - Clock.parse(game.clock).allows(table) - game.given
    if side and over > 0:
        game.banks = {**game.banks, side: max(0, game.banks.get(side, 0) - over)}


def _bank(game: Game, table: rules.Table) -> int:
    """Return what the awaited side has in store; nobody's where both are awaited."""
    side = _side(table)
    return game.banks.get(side, 0) if side else 0


def _side(table: rules.Table) -> str | None:
    sides = {side_of(seat) for seat in table.turn}
    return sides.pop() if len(sides) == 1 else None
