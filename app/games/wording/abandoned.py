"""How an abandoned game ended (T4): names the absent players, so that nobody else is blamed."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.i18n.languages import _, format_list, lazy_gettext
from app.rules import VARIANTS, View
from app.rules.seats import SIDES, other, side_of

MISSES: Final = 3  # turns in a row after which a game is abandoned (T4)
NamesBySeat = Mapping[str, Sequence[str]]

ENDINGS_BY_WINNER: Final[Mapping[str | None, str]] = {  # by winner
    "red": lazy_gettext("Red wins: %(names)s (Blue) stopped playing."),
    "blue": lazy_gettext("Blue wins: %(names)s (Red) stopped playing."),
    None: lazy_gettext("The game was abandoned: %(names)s stopped playing."),
}


def absent_seats(view: View) -> Sequence[str]:
    """Return the seats that had to move when the game was abandoned.

    In Versus it is always a spymaster, because a team only guesses after its spymaster has acted.
    """
    if VARIANTS[view.variant].game == "versus":
        return [f"{other(view.outcome.winner or '')}-spymaster"] if view.outcome else ()
    turn = view.turns[-1]
    if turn.clue:
        return [other(turn.giver)]
    return [turn.giver] if turn.giver else SIDES


def abandoned_text(view: View, names: NamesBySeat) -> str:
    """Return a sentence that says how an abandoned game ended; empty if there is no name to show, or not that alone."""
    seats = absent_seats(view)
    if VARIANTS[view.variant].game == "versus" and _has_missed_guesses(view, side_of(seats[0])):
        return ""
    if len(seats) > 1:
        return _("The game was abandoned: neither side gave the first clue.")
    people = names.get(seats[0], ())
    winner = view.outcome.winner if view.outcome else None
    return ENDINGS_BY_WINNER[winner] % {"names": format_list(people)} if people else ""


def _has_missed_guesses(view: View, team: str) -> bool:
    """Whether a team's operatives let the first of its last three turns pass, and not its spymaster."""
    turns = [turn for turn in view.turns if turn.side == team]
    return any(turn.clue and turn.ended == "timeout" for turn in turns[-MISSES:])
