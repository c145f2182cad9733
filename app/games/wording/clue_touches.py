"""How many cards were touched for each clue (V12), which leaves what is still to be found to the players (V14)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.wording.sentences import clue_number
from app.games.wording.side_names import SideNames
from app.i18n.languages import _, lazy_gettext, ngettext
from app.rules import VARIANTS, Turn, View
from app.rules.seats import other, side_of

OF_TEAM: Final = lazy_gettext("Clues so far:")
FOR_US: Final = lazy_gettext("Clues for you:")
FOR_THEM: Final = lazy_gettext("Clues for the other side:")


@dataclass(frozen=True)
class CluesSoFar:
    """The clues for the same guessers, oldest first, under one heading."""

    heading: str
    turns: Sequence[Turn]

    @property
    def labels(self) -> Sequence[tuple[Turn, str]]:
        """Each turn with its label, such as `SEA 3: 2 touched`."""
        return [(turn, _label(turn)) for turn in self.turns]


def list_clues(view: View, names: SideNames) -> Sequence[CluesSoFar]:
    """Return the clues of the player's team, or of both sides in Duet; nothing for watchers and after the end."""
    if view.seat is None or view.outcome is not None:
        return ()
    own = side_of(view.seat)
    if VARIANTS[view.variant].game == "versus":
        found = [CluesSoFar(OF_TEAM, _valid_turns(view, own))]
    else:
        them = names.name(other(own))
        for_them = _("Clues for %(name)s:", name=them) if them else str(FOR_THEM)
        found = [CluesSoFar(FOR_US, _valid_turns(view, other(own))), CluesSoFar(for_them, _valid_turns(view, own))]
    return tuple(one for one in found if one.turns)


def _label(turn: Turn) -> str:
    clue = f"{turn.clue.word.upper()} {clue_number(turn.clue.number)}" if turn.clue else ""
    return ngettext("%(clue)s: %(num)d touched", "%(clue)s: %(num)d touched", len(turn.guesses), clue=clue)


def _valid_turns(view: View, side: str) -> Sequence[Turn]:
    """Return the turns of a side's clues; none once all its agents are found (D16)."""
    if side in view.finished:
        return ()
    return tuple(turn for turn in view.turns if turn.clue and turn.side == side and turn.ended != "challenge")
