"""Sentences about what changed between two views of a table from the same seat."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from app.games.wording.sentences import FACES, TURN_ENDINGS, clue_number, outcome_text, refused_clue_text, touch_text
from app.games.wording.side_names import NO_NAMES, SideNames
from app.i18n.languages import _, lazy_gettext
from app.rules import Clue, Guessed, Turn, View
from app.rules.seats import TEAMS, other, side_of

LateTouches = Collection[tuple[str, int]]  # cards touched by the deadline: (seat, card)

CLUE_GIVEN: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red’s clue: %(clue)s"),
    "blue": lazy_gettext("Blue’s clue: %(clue)s"),
    "a": lazy_gettext("Side A’s clue: %(clue)s"),
    "b": lazy_gettext("Side B’s clue: %(clue)s"),
}
CLUE_FROM: Final = lazy_gettext("Clue from %(name)s: %(clue)s")
CHALLENGED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red called the clue invalid."),
    "blue": lazy_gettext("Blue called the clue invalid."),
    "a": lazy_gettext("Side A called the clue invalid."),
    "b": lazy_gettext("Side B called the clue invalid."),
}
CHALLENGED_BY: Final = lazy_gettext("%(name)s called the clue invalid.")
TOUCHED_LATE: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red ran out of time, so the card with the most marks was touched: %(card)s, %(face)s."),
    "blue": lazy_gettext("Blue ran out of time, so the card with the most marks was touched: %(card)s, %(face)s."),
    "a": lazy_gettext("Side A ran out of time, so the card with the most marks was touched: %(card)s, %(face)s."),
    "b": lazy_gettext("Side B ran out of time, so the card with the most marks was touched: %(card)s, %(face)s."),
}
TOUCHED_LATE_BY: Final = lazy_gettext(
    "%(name)s ran out of time, so the card with the most marks was touched: %(card)s, %(face)s."
)
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
STOPPED_BY: Final = lazy_gettext("%(name)s stopped guessing.")
OUT_OF_TIME: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red ran out of time to guess."),
    "blue": lazy_gettext("Blue ran out of time to guess."),
    "a": lazy_gettext("Side A ran out of time to guess."),
    "b": lazy_gettext("Side B ran out of time to guess."),
}
OUT_OF_TIME_BY: Final = lazy_gettext("%(name)s ran out of time to guess.")
NO_CLUE: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red did not give a clue in time."),
    "blue": lazy_gettext("Blue did not give a clue in time."),
    "a": lazy_gettext("Side A did not give a clue in time."),
    "b": lazy_gettext("Side B did not give a clue in time."),
    "": lazy_gettext("Neither side gave a clue in time."),
}
NO_CLUE_BY: Final = lazy_gettext("%(name)s did not give a clue in time.")


@dataclass(frozen=True)
class RecapLine:
    """One event as a sentence, and the card it touched, if any."""

    sentence: str
    card: int | None = None


def recap_lines(
    before: View, after: View, words: Sequence[str], late: LateTouches = (), names: SideNames = NO_NAMES
) -> list[RecapLine]:
    """Return what happened between two views of one seat, in order; only the last turn of `before` can have changed."""
    first = max(0, len(before.turns) - 1)
    told: list[RecapLine] = []
    for index, turn in enumerate(after.turns[first:], first):
        old = before.turns[index] if index < len(before.turns) else Turn(turn.giver)
        told += _turn_lines(old, turn, words, late, names)
    if after.outcome and not before.outcome:
        told.append(RecapLine(outcome_text(after.outcome.winner, after.outcome.reason)))
    return told


def _turn_lines(old: Turn, new: Turn, words: Sequence[str], late: LateTouches, names: SideNames) -> Iterator[RecapLine]:
    """Yield what was added to a turn; both versions are limited to what the seat may see."""
    for clue in new.refused[len(old.refused) :]:
        yield RecapLine(refused_clue_text(new.side, clue))
    if new.clue and not old.clue:
        yield RecapLine(_clue_text(new.side, new.clue, names))
    if new.challenged and not old.challenged:
        yield RecapLine(_side_text(CHALLENGED, CHALLENGED_BY, side_of(new.challenger), names))
    for guess in new.guesses[len(old.guesses) :]:
        yield RecapLine(_touch_text(guess, words, late, names), guess.card)
    if new.covered is not None and old.covered is None:
        yield RecapLine(COVERED[other(new.side)] % {"card": words[new.covered].upper()}, new.covered)
    if new.ended and not old.ended:
        yield from _ending_lines(new, late, names)


def _side_text(by_side: Mapping[str, str], by_name: str, side: str, names: SideNames) -> str:
    return names.choose(by_side, by_name, side) % {"name": names.name(side)}


def _clue_text(side: str, clue: Clue, names: SideNames) -> Markup:
    shown = Markup("<b>{} {}</b>").format(clue.word, clue_number(clue.number))
    return escape(names.choose(CLUE_GIVEN, CLUE_FROM, side)) % {"name": names.name(side), "clue": shown}


def _touch_text(guess: Guessed, words: Sequence[str], late: LateTouches, names: SideNames) -> str:
    if (guess.seat, guess.card) not in late:
        return touch_text(guess, words, names)
    side = side_of(guess.seat)
    told = {"name": names.name(side), "card": words[guess.card].upper(), "face": FACES[guess.face]}
    return names.choose(TOUCHED_LATE, TOUCHED_LATE_BY, side) % told


def _ending_lines(turn: Turn, late: LateTouches, names: SideNames) -> Iterator[RecapLine]:
    """Yield how a turn ended, if that was a move of its own and not a card touched by the deadline."""
    if turn.ended == "timeout":
        yield RecapLine(_timeout_text(turn, names))
    elif turn.ended == "stop" and not stopped_late(turn, late):
        yield RecapLine(_side_text(STOPPED, STOPPED_BY, guessing_side(turn), names))


def _timeout_text(turn: Turn, names: SideNames) -> str:
    if turn.clue is None:
        return _side_text(NO_CLUE, NO_CLUE_BY, turn.side, names)
    return _side_text(OUT_OF_TIME, OUT_OF_TIME_BY, guessing_side(turn), names)


def last_timeout(view: View, names: SideNames = NO_NAMES) -> str:
    """Return who ran out of time, until the next clue of a running game (T2, T3); else an empty string."""
    turn = view.turns[-1] if view.turns else None
    return _timeout_text(turn, names) if turn and turn.ended == "timeout" and not view.outcome else ""


def turns_newest_first(view: View) -> tuple[Turn, ...]:
    """Return the turns in which something happened, newest first."""
    return tuple(turn for turn in reversed(view.turns) if turn.clue or turn.guesses or turn.refused or turn.ended)


def last_touch(view: View) -> Guessed | None:
    """Return the last touched card, None if there is none yet."""
    return next((guess for turn in reversed(view.turns) for guess in reversed(turn.guesses)), None)


def turn_ending(turn: Turn, late: LateTouches) -> str:
    """Return how a turn ended, for the log."""
    late_stop = turn.ended == "stop" and stopped_late(turn, late)
    return _("stopped at the deadline") if late_stop else str(TURN_ENDINGS[turn.ended])


def guessing_side(turn: Turn) -> str:
    """Return the side that guesses in a turn: the giver's own team, or the other side in Duet (D6)."""
    return turn.side if turn.side in TEAMS else other(turn.side)


def stopped_late(turn: Turn, late: LateTouches) -> bool:
    """Whether the deadline ended a turn by touching a card."""
    return bool(turn.guesses) and (turn.guesses[-1].seat, turn.guesses[-1].card) in late
