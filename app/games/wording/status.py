"""The sentence above the board: whose turn it is and what the reader has to do."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.games.wording import abandoned
from app.games.wording.sentences import outcome_text
from app.i18n.languages import _, lazy_gettext, ngettext
from app.rules import VARIANTS, View
from app.rules.seats import SIDES, side_of

NamesBySeat = Mapping[str, Sequence[str]]

WAITING_FOR_ONE: Final[Mapping[tuple[str, str], str]] = {  # by phase and by the side of the one player to move
    ("clue", "red"): lazy_gettext("%(name)s (Red) is thinking of a clue."),
    ("clue", "blue"): lazy_gettext("%(name)s (Blue) is thinking of a clue."),
    ("clue", "a"): lazy_gettext("%(name)s (Side A) is thinking of a clue."),
    ("clue", "b"): lazy_gettext("%(name)s (Side B) is thinking of a clue."),
    ("cover", "red"): lazy_gettext("The clue was invalid: %(name)s (Red) may cover a card."),
    ("cover", "blue"): lazy_gettext("The clue was invalid: %(name)s (Blue) may cover a card."),
    ("guess", "red"): lazy_gettext("%(name)s (Red) is guessing."),
    ("guess", "blue"): lazy_gettext("%(name)s (Blue) is guessing."),
    ("guess", "a"): lazy_gettext("%(name)s (Side A) is guessing."),
    ("guess", "b"): lazy_gettext("%(name)s (Side B) is guessing."),
}
WAITING_FOR_SEVERAL: Final[Mapping[tuple[str, str], str]] = {  # no spymaster seats, which hold one player each (V1)
    ("clue", "a"): lazy_gettext("Side A is thinking of a clue."),
    ("clue", "b"): lazy_gettext("Side B is thinking of a clue."),
    ("guess", "red"): lazy_gettext("Red’s operatives are guessing."),
    ("guess", "blue"): lazy_gettext("Blue’s operatives are guessing."),
    ("guess", "a"): lazy_gettext("Side A is guessing."),
    ("guess", "b"): lazy_gettext("Side B is guessing."),
}
WAITING_BY_NAME: Final[Mapping[str, str]] = {  # where each side of Duet is one player
    "clue": lazy_gettext("%(name)s is thinking of a clue."),
    "guess": lazy_gettext("%(name)s is guessing."),
}
VACANT_SEAT: Final[Mapping[str, str]] = {  # a teammate may volunteer for the seat, or a substitute may join
    "red-spymaster": lazy_gettext("Red needs a spymaster: a player has left."),
    "red-operative": lazy_gettext("Red needs an operative: a player has left."),
    "blue-spymaster": lazy_gettext("Blue needs a spymaster: a player has left."),
    "blue-operative": lazy_gettext("Blue needs an operative: a player has left."),
    "a": lazy_gettext("Nobody is left on Side A. Find a substitute, or give up."),
    "b": lazy_gettext("Nobody is left on Side B. Find a substitute, or give up."),
}


def status(view: View, names: NamesBySeat) -> str:
    """Return what this seat has to do, or whom it is waiting for."""
    if view.outcome is not None:
        told = abandoned.abandoned_text(view, names) if view.outcome.reason == "abandoned" else ""
        return told or outcome_text(view.outcome.winner, view.outcome.reason)
    if view.phase == "sudden-death":
        return _sudden_death(view)
    mine = view.seat in view.turn
    if mine:
        return _own_turn(view)
    return _others_turn(view, names)


def _own_turn(view: View) -> str:
    if view.phase == "clue":
        return _clue_turn(view)
    if view.phase == "consult":
        return _("The other spymaster asks you: is this clue valid?")
    if view.phase == "cover":
        return _("The clue was invalid: cover one of your own cards, or none.")
    return _guess_turn(view)


def _clue_turn(view: View) -> str:
    if VARIANTS[view.variant].game == "duet":
        if len(view.turn) == 1:
            return _("Give your partner a clue.")
        return _("Either of you may give the next clue.") if view.turns else _("Either of you may give the first clue.")
    running = view.turns[-1] if view.turns and not view.turns[-1].ended else None
    if running and running.refused:
        return _("%(clue)s was refused: think of another clue.", clue=running.refused[-1].word)
    return _("Give your team a clue.")


def _guess_turn(view: View) -> str:
    running = view.turns[-1]
    if not running.guesses:
        return _("Your turn to guess: touch a card.")
    if view.guesses_left is None:
        return _("Right! Touch another card, or stop.")
    return ngettext(
        "Right! Touch another card (%(num)d guess left), or stop.",
        "Right! Touch another card (%(num)d guesses left), or stop.",
        view.guesses_left,
    )


def _others_turn(view: View, names: NamesBySeat) -> str:
    people = [name for seat in view.turn for name in names.get(seat, ())]
    if not people:
        return str(VACANT_SEAT[view.turn[0]])
    if len(view.turn) > 1:
        return _("Either side may give the next clue.") if view.turns else _("Either side may give the first clue.")
    if view.phase == "consult":
        return _("The spymasters are discussing a clue.")
    if all(len(names.get(side, ())) == 1 for side in SIDES):
        return WAITING_BY_NAME[view.phase] % {"name": people[0]}
    key = (view.phase, side_of(view.turn[0]))
    return WAITING_FOR_ONE[key] % {"name": people[0]} if len(people) == 1 else str(WAITING_FOR_SEVERAL[key])


def _sudden_death(view: View) -> str:
    if view.seat is None:
        return _("Sudden death: no more clues, and the first mistake loses the game.")
    if "guess" in view.may:
        return _("Sudden death: no more clues. Touch the agents your partner sees; the first mistake loses the game.")
    return _("Sudden death: you have nothing left to find. It is up to the other side now.")
