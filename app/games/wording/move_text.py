"""The effect of one move as plain text, as seen from one seat."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from app.games.wording.recap import LateTouches, recap_lines
from app.games.wording.sentences import clue_number
from app.games.wording.side_names import SideNames
from app.i18n.languages import _, lazy_gettext
from app.rules import View
from app.rules.seats import other

CLUE_SHOWN_FIRST: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red’s spymaster asks the other spymaster about a clue: %(clue)s"),
    "blue": lazy_gettext("Blue’s spymaster asks the other spymaster about a clue: %(clue)s"),
}
NOTHING_COVERED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red chose not to cover a card."),
    "blue": lazy_gettext("Blue chose not to cover a card."),
}


def move_text(before: View, after: View, words: Sequence[str], late: LateTouches, names: SideNames) -> str:
    """Return what happened between two views of one seat that are one move apart."""
    told = recap_lines(before, after, words, late, names)
    return " ".join(_strip_tags(each.sentence) for each in told) or _unreported_step(before, after)


def _strip_tags(sentence: str) -> str:
    return sentence.striptags() if isinstance(sentence, Markup) else sentence


def _unreported_step(before: View, after: View) -> str:
    """Return a sentence for the steps that the recap leaves out because they last only a moment."""
    turn = after.turns[-1] if after.turns else None
    if turn and after.asked and not before.asked:
        return CLUE_SHOWN_FIRST[turn.side] % {"clue": f"{after.asked.word} {clue_number(after.asked.number)}"}
    if turn and before.phase == "cover" and after.phase == "clue":
        return str(NOTHING_COVERED[other(turn.side)])
    return _("No visible change.")
