"""Loading what a player has done: in one puzzle, in all of them, and what the home page tells."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import select

from app.db import db
from app.db.together import select_together
from app.puzzles.boards import Puzzle, find_puzzle
from app.puzzles.calendar import streak, today
from app.puzzles.models import PuzzlePlay, PuzzleTally
from app.puzzles.player import Player


class PlayRow(NamedTuple):
    """What a player's moves in a puzzle have come to; `result` is None while it goes on."""

    language: str
    day: date
    found: int
    mistakes: int
    clues: int
    result: str | None
    in_time: bool


class DailyPuzzle(NamedTuple):
    """Today's puzzle of a language for the home page: what the player has done with it, and their streak."""

    language: str
    day: date
    play: PlayRow | None
    streak: int


QUERY: Final = """
    SELECT language, day, found, mistakes, clues, result, in_time
    FROM puzzle_plays WHERE user_id = :user OR visitor = :visitor ORDER BY day DESC, user_id NULLS LAST
"""
"""A player's plays; the home page has it in its single statement."""
_PLAYS: Final = select_together(plays=QUERY)


def find_open_puzzle(language: str, day: date) -> Puzzle | None:
    """Return the puzzle of a day that has come, else None."""
    return find_puzzle(language, day) if day <= today() else None


def load_moves(puzzle: Puzzle, player: Player) -> Sequence[str]:
    """Return a player's moves in a puzzle with its clues, none before the first."""
    here = (PuzzlePlay.language == puzzle.language, PuzzlePlay.day == puzzle.day)
    own = select(PuzzlePlay.moves).where(player.owns, *here).order_by(PuzzlePlay.user_id.nulls_last()).limit(1)
    return (db.session.scalar(own) or ()) if player else ()


def load_plays(player: Player) -> Sequence[PlayRow]:
    """Return all that a player has played, one row for each puzzle, latest day first."""
    if not player:
        return []
    return read_plays(db.session.execute(_PLAYS, query_parameters(player)).scalar_one())


def query_parameters(player: Player) -> dict[str, object]:
    """Return the bind parameters of `QUERY` for a player."""
    return {"user": player.user_id, "visitor": player.visitor}


def read_plays(found: Iterable[Mapping[str, Any]]) -> Sequence[PlayRow]:
    """Convert the rows of `QUERY`; of two for a puzzle, the user's comes first and counts."""
    plays: dict[tuple[str, str], PlayRow] = {}
    for row in found:
        plays.setdefault((row["language"], row["day"]), PlayRow(**{**row, "day": date.fromisoformat(row["day"])}))
    return [*plays.values()]


def streak_of(plays: Sequence[PlayRow]) -> int:
    """Return the streak that somebody's plays, in whatever languages, have today."""
    return streak([play.day for play in plays if play.in_time], today())


def load_tally(puzzle: Puzzle) -> PuzzleTally | None:
    """Return what all players of a puzzle have touched, None before the first has ended it."""
    return db.session.get(PuzzleTally, (puzzle.language, puzzle.day))


def todays_puzzle(language: str, plays: Sequence[PlayRow]) -> DailyPuzzle | None:
    """Return today's puzzle of a language for somebody with these plays, None if there is none."""
    if find_puzzle(language, today()) is None:
        return None
    here = (play for play in plays if (play.language, play.day) == (language, today()))
    return DailyPuzzle(language, today(), next(here, None), streak_of(plays))
