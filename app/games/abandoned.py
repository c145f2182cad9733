"""Who stayed away, where that ended a game (T4): told by name, so that nobody who stayed is blamed."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.languages import _, later
from app.rules import VARIANTS, View
from app.rules.seats import SIDES, other

Names = Mapping[str, Sequence[str]]

BY: Final[Mapping[str | None, str]] = {  # by the winner
    "red": later("Red wins: %(names)s (blue) stayed away."),
    "blue": later("Blue wins: %(names)s (red) stayed away."),
    None: later("The game was abandoned: %(names)s stayed away."),
}


def missed(view: View) -> Sequence[str]:
    """Return the seats that were awaited when an abandoned game ended.

    In Versus it is always a spymaster: a team's guesses come after a clue or a question of its own.
    """
    if VARIANTS[view.variant].game == "versus":
        return [f"{other(view.outcome.winner or '')}-spymaster"] if view.outcome else ()
    turn = view.turns[-1]
    if turn.clue:
        return [other(turn.giver)]
    return [turn.giver] if turn.giver else SIDES


def ending(view: View, names: Names) -> str:
    """Return how an abandoned game ended, in a sentence; empty where no name can be told."""
    seats = missed(view)
    if len(seats) > 1:
        return _("The game was abandoned: neither side gave the first clue.")
    people = names.get(seats[0], ())
    winner = view.outcome.winner if view.outcome else None
    return BY[winner] % {"names": ", ".join(people)} if people else ""
