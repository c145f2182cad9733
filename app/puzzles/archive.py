"""The list of all puzzles of a language up to today, by months."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from app.puzzles.boards.puzzle import load_days
from app.puzzles.calendar import next_puzzle_at, today
from app.puzzles.player import Player
from app.puzzles.plays import PlayRow, load_plays, streak_of

Days = Sequence[tuple[date, PlayRow | None]]


@dataclass(frozen=True)
class Archive:
    """Each month's days, as the first of the month and pairs of a day and what the player did; both latest first."""

    language: str
    today: date
    months: Sequence[tuple[date, Days]]
    streak: int
    solved: int
    next_at: datetime

    @property
    def yesterday(self) -> date:
        """The day before today."""
        return self.today - timedelta(days=1)


def load_archive(language: str, player: Player) -> Archive:
    """Return the puzzles of a language that have come, and what a player has done with them."""
    plays, now = load_plays(player), today()
    own = {play.day: play for play in plays if play.language == language}
    days = [(day, own.get(day)) for day in sorted(load_days(language), reverse=True) if day <= now]
    months = [(month, list(pairs)) for month, pairs in groupby(days, lambda pair: pair[0].replace(day=1))]
    solved = sum(play.result == "won" for play in own.values())
    return Archive(language, now, months, streak_of(plays), solved, next_puzzle_at())
