"""The clock of a game (T1): how long a phase may take, and when the current one ends. Sends no notifications."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal, cast

from app import rules
from app.games.store import clock_pauses
from app.games.store.models import Game
from app.games.store.players import players_in_turn
from app.games.store.state import AnyChangingGame
from app.rules.seats import side_of

Pace = Literal["", "live", "own"]
MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds
PHASE_CHOICES: Final[dict[Pace, tuple[int, ...]]] = {
    "live": (30, MINUTE, 2 * MINUTE, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE),
    "own": (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY),
}
BANK_CHOICES: Final = (0, 1, 3, 5)  # the time bank of a side, as a multiple of the phase length
NOTATION: Final = re.compile("(live|own) ([1-9][0-9]{0,6})(?:[+]([1-9][0-9]{0,7}))?")


@dataclass(frozen=True)
class Clock:
    """Seconds per phase, and the time bank of each side for the whole game, in seconds.

    Notation: `own 86400+259200` (correspondence) or `live 60`; an empty string means no clock.
    """

    pace: Pace = ""
    phase: int = 0
    bank: int = 0

    @classmethod
    def parse(cls, text: str) -> "Clock":
        """Parse the notation of a clock; raise ValueError if no game can have it."""
        if not text:
            return cls()
        shape = NOTATION.fullmatch(text)
        if not shape:
            raise ValueError(text)
        clock = cls(cast(Pace, shape[1]), int(shape[2]), int(shape[3] or 0))
        if clock.phase not in PHASE_CHOICES[clock.pace] or clock.bank not in [
            clock.phase * times for times in BANK_CHOICES
        ]:
            raise ValueError(text)
        return clock

    def __str__(self) -> str:
        return f"{self.pace} {self.phase}" + (f"+{self.bank}" if self.bank else "") if self.pace else ""

    def phase_seconds(self, table: rules.Table) -> int:
        """Return the seconds of the current phase, without bank. The first clue of a live game has double time (T1)."""
        return self.phase * 2 if self.pace == "live" and table.version == 0 else self.phase


def phase_key(table: rules.Table) -> tuple[object, ...]:
    """Return a key that identifies the phase. All guesses of a turn are one phase; in sudden death each is its own."""
    return table.phase, table.turn, len(table.turns), table.version if table.phase == "sudden-death" else 0


def set_clock(game: Game, table: rules.Table, clock: Clock, at: datetime) -> None:
    """Set or replace the clock of a game. A phase begins now, with full banks."""
    sides = dict.fromkeys(side_of(seat) for seat in rules.VARIANTS[game.variant].seats)
    game.clock, game.banks = str(clock), dict.fromkeys(sides, clock.bank)
    game.phase = table.phase  # games older than clocks have no phase stored
    begin_phase(game, table, at)


def begin_phase(game: AnyChangingGame, table: rules.Table, at: datetime) -> None:
    """Start the clock of the current phase."""
    clock_pauses.apply_elapsed_pause(game, at)
    game.phase_began_at, game.given, game.stalled_at = at, 0, None
    _set_deadline(game, table, at)


def update_deadline(game: AnyChangingGame, table: rules.Table, at: datetime) -> None:
    """Recompute the deadline after time was given, or a player in turn came, left or changed their days away.

    Pauses so far are kept. The new deadline never cuts the time left below one phase or one day, whichever is less.
    Time added for this counts as pause, so that nobody gains time by coming and going.
    """
    if game.deadline is None or game.phase_began_at is None or game.stalled_at:
        return
    least = min(game.deadline, at + timedelta(seconds=min(DAY, Clock.parse(game.clock).phase)))
    _set_deadline(game, table, at)
    if game.deadline < least:
        clock_pauses.shift_phase_start(game, least - game.deadline)
        _set_deadline(game, table, at)


def advance(game: AnyChangingGame, before: rules.Table, after: rules.Table, at: datetime) -> None:
    """Update the clock after a move. When a phase ends, its overtime is taken from the side's bank.

    In a stalled game a new phase begins even if the move did not end the old one.
    """
    if after.outcome:
        game.deadline = game.stalled_at = None
    elif game.stalled_at or phase_key(before) != phase_key(after):
        _charge_bank(game, before, at)
        begin_phase(game, after, at)


def compute_deadline(game: AnyChangingGame, table: rules.Table) -> datetime | None:
    """Return when the current phase ends; None without a clock or once the game is over."""
    if not game.clock or game.phase_began_at is None or table.outcome:
        return None
    seconds = Clock.parse(game.clock).phase_seconds(table) + game.given + _seconds_in_bank(game, table)
    return game.phase_began_at + timedelta(seconds=seconds) + clock_pauses.pause_length(game, None)


def _set_deadline(game: AnyChangingGame, table: rules.Table, at: datetime) -> None:
    """Set the deadline of the current phase, including the pause planned from now on."""
    clock_pauses.apply_elapsed_pause(game, at)
    game.deadline = compute_deadline(game, table)
    clock_pauses.plan_pause(game, players_in_turn(game), at)
    game.deadline = compute_deadline(game, table)


def _charge_bank(game: AnyChangingGame, table: rules.Table, at: datetime) -> None:
    """Take the overtime of the ended phase from the bank of its side."""
    if not game.clock or game.phase_began_at is None:
        return
    clock_pauses.apply_elapsed_pause(game, at)
    side, took = _side_in_turn(table), int((at - game.phase_began_at).total_seconds())
    over = took - Clock.parse(game.clock).phase_seconds(table) - game.given
    if side and over > 0:
        game.banks = {**game.banks, side: max(0, game.banks.get(side, 0) - over)}


def _seconds_in_bank(game: AnyChangingGame, table: rules.Table) -> int:
    """Return the seconds in the bank of the side in turn; 0 if both sides are in turn."""
    side = _side_in_turn(table)
    return game.banks.get(side, 0) if side else 0


def _side_in_turn(table: rules.Table) -> str | None:
    sides = {side_of(seat) for seat in table.turn}
    return sides.pop() if len(sides) == 1 else None
