"""Open clues: those whose turns ended with cards unfound (V12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.sentences import number
from app.languages import lazy_gettext, ngettext
from app.rules import VARIANTS, Turn, View
from app.rules.seats import other, side_of

STILL: Final = lazy_gettext("Still to find:")
FOR_US: Final = lazy_gettext("For you to find:")
FOR_THEM: Final = lazy_gettext("For the other side to find:")


@dataclass(frozen=True)
class Owing:
    """Open clues for the same guessers, oldest first, under one heading."""

    heading: str
    turns: Sequence[Turn]

    @property
    def debts(self) -> Sequence[tuple[Turn, str]]:
        """Each turn with its label: `SEA 3: 1 left`, or `SEA ∞` where there is no number to count down."""
        return [(turn, _debt(turn)) for turn in self.turns]


def owing(view: View) -> Sequence[Owing]:
    """Return the open clues of the player's team, or of both sides in Duet; nothing for watchers."""
    if view.seat is None or view.outcome is not None:
        return ()
    own = side_of(view.seat)
    if VARIANTS[view.variant].game == "versus":
        found = [Owing(STILL, _clues(view, own))]
    else:
        found = [Owing(FOR_US, _clues(view, other(own))), Owing(FOR_THEM, _clues(view, own))]
    return [one for one in found if one.turns]


def _debt(turn: Turn) -> str:
    clue = f"{turn.clue.word.upper()} {number(turn.clue.number)}" if turn.clue else ""
    if turn.limit is None and not turn.owed:
        return clue
    return ngettext("%(clue)s: %(num)d left", "%(clue)s: %(num)d left", turn.owed, clue=clue)


def _clues(view: View, side: str) -> Sequence[Turn]:
    """Return a side's open clues and its running one; none once all its agents are found."""
    if side in view.finished:
        return ()
    return [turn for turn in view.turns if turn.clue and turn.side == side and (turn.owed or not turn.ended)]
