"""Sentences about why the computer stopped guessing, for the log of an ended game."""

from collections.abc import Mapping, Sequence

from flask_babel import format_percent

from app.computer import Choice
from app.games.wording.recap import turns_newest_first
from app.i18n.languages import _
from app.rules import View


def stop_texts(view: View, choices: Mapping[int, Choice], words: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each of `turns_newest_first`, "" for those in which the computer did not stop.

    `choices` are the cards that it would have touched next, by the turn's place in the log.
    """
    ended = {place: turn for place, turn in enumerate(view.turns) if turn.ended}
    told = {ended[place]: _stop_text(choice, words) for place, choice in choices.items() if place in ended}
    return tuple(told.get(turn, "") for turn in turns_newest_first(view))


def _stop_text(choice: Choice, words: Sequence[str]) -> str:
    if choice.points <= 0:
        return _("The computer saw no further card that fitted well enough.")
    return _(
        "The computer would have touched %(card)s next. Its chances: right %(right)s, assassin %(assassin)s.",
        card=words[choice.card].upper(),
        right=format_percent(choice.chances["own"]),
        assassin=format_percent(choice.chances["assassin"]),
    )
