"""Sentences about what changed between two views of a table from the same seat."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from app.games.sentences import ENDINGS, FACES, asked_in_vain, ending, number, touched
from app.languages import _, lazy_gettext
from app.rules import Clue, Guessed, Turn, View
from app.rules.seats import TEAMS, other, side_of

Late = Collection[tuple[str, int]]  # cards touched by the deadline: (seat, card)

GIVEN: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red's clue: %(clue)s"),
    "blue": lazy_gettext("Blue's clue: %(clue)s"),
    "a": lazy_gettext("Side A's clue: %(clue)s"),
    "b": lazy_gettext("Side B's clue: %(clue)s"),
}
CHALLENGED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red called the clue invalid."),
    "blue": lazy_gettext("Blue called the clue invalid."),
    "a": lazy_gettext("Side A called the clue invalid."),
    "b": lazy_gettext("Side B called the clue invalid."),
}
TOUCHED_LATE: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red's time ran out, and %(card)s was touched: %(face)s."),
    "blue": lazy_gettext("Blue's time ran out, and %(card)s was touched: %(face)s."),
    "a": lazy_gettext("Side A's time ran out, and %(card)s was touched: %(face)s."),
    "b": lazy_gettext("Side B's time ran out, and %(card)s was touched: %(face)s."),
}
COVERED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red covered %(card)s."),
    "blue": lazy_gettext("Blue covered %(card)s."),
}
STOPPED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red stopped guessing."),
    "blue": lazy_gettext("Blue stopped guessing."),
    "a": lazy_gettext("Side A stopped guessing."),
    "b": lazy_gettext("Side B stopped guessing."),
}
OUT_OF_TIME: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red's time to guess ran out."),
    "blue": lazy_gettext("Blue's time to guess ran out."),
    "a": lazy_gettext("Side A's time to guess ran out."),
    "b": lazy_gettext("Side B's time to guess ran out."),
}
NO_CLUE: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red gave no clue in time."),
    "blue": lazy_gettext("Blue gave no clue in time."),
    "a": lazy_gettext("Side A gave no clue in time."),
    "b": lazy_gettext("Side B gave no clue in time."),
    "": lazy_gettext("Neither side gave a clue in time."),
}


@dataclass(frozen=True)
class Happening:
    """One event as a sentence, and the card it touched, if any."""

    sentence: str
    card: int | None = None


def tell(before: View, after: View, words: Sequence[str], late: Late = ()) -> list[Happening]:
    """Return what happened between two views of one seat, in order; only the last turn of `before` can have changed."""
    first = max(0, len(before.turns) - 1)
    told: list[Happening] = []
    for index, turn in enumerate(after.turns[first:], first):
        old = before.turns[index] if index < len(before.turns) else Turn(turn.giver)
        told += _went_on(old, turn, words, late)
    if after.outcome and not before.outcome:
        told.append(Happening(ending(after.outcome.winner, after.outcome.reason)))
    return told


def _went_on(old: Turn, new: Turn, words: Sequence[str], late: Late) -> Iterator[Happening]:
    """Yield what was added to a turn; both versions are limited to what the seat may see."""
    for clue in new.refused[len(old.refused) :]:
        yield Happening(asked_in_vain(new.side, clue))
    if new.clue and not old.clue:
        yield Happening(_given(new.side, new.clue))
    if new.challenged and not old.challenged:
        yield Happening(str(CHALLENGED[other(new.side)]))
    for guess in new.guesses[len(old.guesses) :]:
        yield Happening(_touched(guess, words, late), guess.card)
    if new.covered is not None and old.covered is None:
        yield Happening(COVERED[other(new.side)] % {"card": words[new.covered].upper()}, new.covered)
    if new.ended and not old.ended:
        yield from _ended(new, late)


def _given(side: str, clue: Clue) -> Markup:
    return escape(GIVEN[side]) % {"clue": Markup("<b>{} {}</b>").format(clue.word, number(clue.number))}


def _touched(guess: Guessed, words: Sequence[str], late: Late) -> str:
    if (guess.seat, guess.card) not in late:
        return touched(guess, words)
    return TOUCHED_LATE[side_of(guess.seat)] % {"card": words[guess.card].upper(), "face": FACES[guess.face]}


def _ended(turn: Turn, late: Late) -> Iterator[Happening]:
    """Yield how a turn ended, if that was a move of its own and not a card touched by the deadline."""
    if turn.ended == "timeout" and turn.clue is None:
        yield Happening(str(NO_CLUE[turn.side]))
    elif turn.ended == "timeout":
        yield Happening(str(OUT_OF_TIME[guessers(turn)]))
    elif turn.ended == "stop" and not stopped_late(turn, late):
        yield Happening(str(STOPPED[guessers(turn)]))


def log(view: View) -> tuple[Turn, ...]:
    """Return the turns in which something happened, newest first."""
    return tuple(turn for turn in reversed(view.turns) if turn.clue or turn.guesses or turn.refused or turn.ended)


def last_touch(view: View) -> Guessed | None:
    """Return the last touched card, None if there is none yet."""
    return next((guess for turn in reversed(view.turns) for guess in reversed(turn.guesses)), None)


def ended(turn: Turn, late: Late) -> str:
    """Return how a turn ended, for the log."""
    late_stop = turn.ended == "stop" and stopped_late(turn, late)
    return _("stopped by the deadline") if late_stop else str(ENDINGS[turn.ended])


def guessers(turn: Turn) -> str:
    """Return the side that guesses in a turn: the giver's own team, or the other side in Duet (D6)."""
    return turn.side if turn.side in TEAMS else other(turn.side)


def stopped_late(turn: Turn, late: Late) -> bool:
    """Whether the deadline ended a turn by touching a card."""
    return bool(turn.guesses) and (turn.guesses[-1].seat, turn.guesses[-1].card) in late
