"""Sentences about puzzles."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from babel.dates import format_date as babel_format_date
from flask_babel import format_percent

from app.i18n.languages import _, lazy_gettext, locale, ngettext
from app.i18n.times import format_by_skeleton
from app.puzzles.boards.puzzle import AGENTS
from app.puzzles.plays import PlayRow

RESULTS: Final[Mapping[str, str]] = {
    "won": lazy_gettext("Solved: you found all nine agents."),
    "assassin": lazy_gettext("That was an assassin: the puzzle is over."),
    "mistakes": lazy_gettext("That was one bystander too many: the puzzle is over."),
}
REFUSALS: Final[Mapping[str, str]] = {
    "must-guess": lazy_gettext("Reveal at least one card before you ask for the next clue."),
    "no-card-chosen": lazy_gettext("Choose a card first."),
}
INVALID_MOVE: Final = lazy_gettext("You cannot do that in a puzzle.")


def play_state(play: PlayRow | None) -> str:
    """Return what a player has done with a puzzle, in a few words."""
    if play is None:
        return _("not played yet")
    if play.result is None:
        return _("begun: %(found)s of %(all)s agents", found=play.found, all=AGENTS)
    if play.result == "won":
        return _("solved: %(clues)s, %(mistakes)s", clues=clue_count(play.clues), mistakes=mistake_count(play.mistakes))
    return _("not solved: %(found)s of %(all)s agents", found=play.found, all=AGENTS)


def clue_count(number: int) -> str:
    """Return a number of clues in words."""
    return ngettext("%(num)d clue", "%(num)d clues", number)


def mistake_count(number: int) -> str:
    """Return a number of mistakes in words."""
    return ngettext("%(num)d mistake", "%(num)d mistakes", number)


def share_of(part: int, whole: int) -> str:
    """Return a part of all players in per cent."""
    return str(format_percent(part / whole))


def format_month(day: date) -> str:
    """Return the month of a date, such as `December 2026`."""
    return format_by_skeleton(day, "yMMMM")


def format_weekday(day: date) -> str:
    """Return a date such as `Sun 6 December`."""
    return format_by_skeleton(day, "MMMMEd")


def format_date(day: date) -> str:
    """Return a date such as `6 December 2026`."""
    return str(babel_format_date(day, "long", locale=locale()))
