"""The effect of one move as plain text, as seen from one seat."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup

from app.games.recap import Late, tell
from app.games.sentences import number
from app.languages import _, lazy_gettext
from app.rules import View
from app.rules.seats import other

ASKED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red's spymaster shows a clue to the other one first: %(clue)s"),
    "blue": lazy_gettext("Blue's spymaster shows a clue to the other one first: %(clue)s"),
}
UNCOVERED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red covers no card."),
    "blue": lazy_gettext("Blue covers no card."),
}


def told(before: View, after: View, words: Sequence[str], late: Late) -> str:
    """Return what happened between two views of one seat that are one move apart."""
    return " ".join(_plain(each.sentence) for each in tell(before, after, words, late)) or _untold(before, after)


def _plain(sentence: str) -> str:
    return sentence.striptags() if isinstance(sentence, Markup) else sentence


def _untold(before: View, after: View) -> str:
    """Return a sentence for the steps that the recap leaves out because they last only a moment."""
    turn = after.turns[-1] if after.turns else None
    if turn and after.asked and not before.asked:
        return ASKED[turn.side] % {"clue": f"{after.asked.word} {number(after.asked.number)}"}
    if turn and before.phase == "cover" and after.phase == "clue":
        return str(UNCOVERED[other(turn.side)])
    return _("Nothing changed that could be seen from here.")
