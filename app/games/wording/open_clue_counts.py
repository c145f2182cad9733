"""Open clues: those whose turns ended with cards unfound (V12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.wording.sentences import clue_number
from app.i18n.languages import lazy_gettext, ngettext
from app.rules import VARIANTS, Turn, View
from app.rules.seats import other, side_of

STILL: Final = lazy_gettext("Still to find:")
FOR_US: Final = lazy_gettext("Clues for you:")
FOR_THEM: Final = lazy_gettext("Clues for the other side:")


@dataclass(frozen=True)
class OpenClues:
    """Open clues for the same guessers, oldest first, under one heading."""

    heading: str
    turns: Sequence[Turn]

    @property
    def labels(self) -> Sequence[tuple[Turn, str]]:
        """Each turn with its label: `SEA 3: 1 left`, or `SEA ∞` where there is no number to count down."""
        return [(turn, _label(turn)) for turn in self.turns]


def list_open_clues(view: View) -> Sequence[OpenClues]:
    """Return the open clues of the player's team, or of both sides in Duet; nothing for watchers."""
    if view.seat is None or view.outcome is not None:
        return ()
    own = side_of(view.seat)
    if VARIANTS[view.variant].game == "versus":
        found = [OpenClues(STILL, _open_turns(view, own))]
    else:
        found = [OpenClues(FOR_US, _open_turns(view, other(own))), OpenClues(FOR_THEM, _open_turns(view, own))]
    return [one for one in found if one.turns]


def _label(turn: Turn) -> str:
    clue = f"{turn.clue.word.upper()} {clue_number(turn.clue.number)}" if turn.clue else ""
    if turn.limit is None and not turn.owed:
        return clue
    return ngettext("%(clue)s: %(num)d left", "%(clue)s: %(num)d left", turn.owed, clue=clue)


def _open_turns(view: View, side: str) -> Sequence[Turn]:
    """Return a side's open clues and its running one; none once all its agents are found."""
    if side in view.finished:
        return ()
    return [turn for turn in view.turns if turn.clue and turn.side == side and (turn.owed or not turn.ended)]
