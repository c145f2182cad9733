"""The text by which players tell others how a puzzle went, without its words."""

from typing import Final

from flask import current_app, url_for

from app.i18n.languages import LANGUAGES, _, lazy_gettext
from app.puzzles.boards.puzzle import AGENTS
from app.puzzles.position import Position
from app.puzzles.wording import clue_count, format_date, mistake_count

_SQUARES: Final = {"agent": "🟩", "bystander": "🟨", "assassin": "⬛"}
_LETTERS: Final = {
    "agent": lazy_gettext("A"),  # NOTE: the initial of agent, in a text to share: every letter must be another one
    "bystander": lazy_gettext("B"),  # NOTE: the initial of bystander, in a text to share
    "assassin": "X",
}


def share_text(position: Position) -> str:
    """Return a line about the puzzle, one about how it went, and one for each clue with a mark for each touch."""
    puzzle = position.puzzle
    day, language = format_date(puzzle.day), LANGUAGES[puzzle.language]
    title = "Dead Drop · " + _("Puzzle of the day, %(day)s (%(language)s)", day=day, language=language)
    address = url_for("puzzles.puzzle", language=puzzle.language, day=puzzle.day)
    return "\n".join([title, _summary(position), *_rows(position), current_app.config["SITE_URL"] + address])


def _summary(position: Position) -> str:
    found = _("%(found)s of %(all)s agents", found=len(position.found), all=AGENTS)
    return " · ".join([found, clue_count(len(position.table.turns)), mistake_count(position.mistakes)])


def _rows(position: Position) -> list[str]:
    return [
        f"{number}. " + " ".join(f"{_SQUARES[guess.face]}{_LETTERS[guess.face]}" for guess in turn.guesses)
        for number, turn in enumerate(position.table.turns, 1)
        if turn.guesses
    ]
