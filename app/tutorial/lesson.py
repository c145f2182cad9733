"""A lesson's progress. Its only state is the learner's actions so far, which are replayed by the rules engine.

The actions are in the URL: `on/6/17/stop/music-2` means read on, touch two cards, stop, give a clue. The others' moves
in between are prepared (courses/).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from app import rules
from app.decks import advice, is_foreign
from app.games.moves.clue_checks import ClueObjection
from app.games.store.errors import ActionRefused
from app.rules import Clue, Guess, Move, Table
from app.rules.log import Guessed
from app.tutorial.courses import Course, LessonWords, Step

READ_ON: Final = "on"


@dataclass(frozen=True)
class Lesson:
    """A position in a lesson: its place among the steps, the table, and the actions so far.

    `wrong_face` is set after a wrong touch.
    """

    course: Course
    words: LessonWords
    table: Table
    place: int = 0
    actions: tuple[str, ...] = ()
    wrong_face: str = ""

    @classmethod
    def begin(cls, course: Course, words: LessonWords) -> Self:
        """Return a lesson before the first action."""
        return cls(course, words, rules.start(course.deal))

    @property
    def step(self) -> Step:
        """The step that the learner has reached."""
        return self.course.steps[self.place]

    @cached_property
    def may(self) -> frozenset[str]:
        """The verbs that the learner may use at this step, among those that the rules allow."""
        return frozenset() if self.wrong_face else self.table.may(self.step.seat) & self.step.verbs

    def do(self, action: str) -> Self:
        """Return the lesson after an action from the URL. Raises IllegalMove, ActionRefused, ClueObjection."""
        if action != READ_ON:
            return self.play(_parse_action(action), sure=True)
        if not self.step.continue_label:
            raise ActionRefused("not-in-lesson")
        return replace(self, actions=(*self.actions, READ_ON))._at(self.place + 1)

    def play(self, move: Move, sure: bool = False) -> Self:
        """Return the lesson after a move. Raises IllegalMove, ActionRefused, and ClueObjection unless `sure`."""
        if move.verb not in self.may:
            too_early = move.verb == "stop" and "stop" in self.step.verbs and not self.wrong_face
            raise ActionRefused("must-guess" if too_early else "not-in-lesson")
        if isinstance(move, Clue):
            self._check_clue(move, sure)
        table = self.table.play(self.step.seat, move)
        after = replace(self, table=table, actions=(*self.actions, _format_action(move)))
        return after._touched() if isinstance(move, Guess) else after._at(self._place_after(move))

    def _place_after(self, move: Move) -> int:
        """Return the step that a clue or a stop leads to: the next one in which nobody may stop."""
        later = range(self.place + 1, len(self.course.steps))
        return next(place for place in later if "stop" not in self.course.steps[place].verbs)

    @property
    def touches(self) -> Sequence[Guessed]:
        """The cards touched in the last turn."""
        return self.table.turns[-1].guesses

    def _touched(self) -> Self:
        """Return the lesson after a touch: at the next step once all of this step's cards are touched."""
        wanted, last = self.step.cards, self.touches[-1]
        if last.card not in wanted:
            return replace(self, wrong_face=last.face)
        return self._at(self.place + 1) if {touch.card for touch in self.touches} >= set(wanted) else self

    def _at(self, place: int) -> Self:
        """Return the lesson at a step, after the others' prepared moves."""
        table = self.table
        for seat, text in self.course.steps[place].before:
            table = table.play(seat, rules.parse(text.format(*self.words.clues)))
        return replace(self, table=table, place=place)

    def _check_clue(self, clue: Clue, sure: bool) -> None:
        """Check a clue as a game does (C1-C4). Raises ActionRefused unless it is for as many cards as are asked for."""
        if clue.number != self.course.number_asked:
            raise ActionRefused("lesson-for-two")
        if is_foreign(clue.word, self.words.deck):
            raise rules.IllegalMove("clue-characters")
        cards = self.table.view(self.step.seat).cards
        hidden = {card.index: self.words.cards[card.index] for card in cards if card.face == "hidden"}
        doubt = ClueObjection(advice(clue.word, self.words.deck, hidden, self.table.house))
        if doubt.refused or (doubt.findings and not sure):
            raise doubt


class InvalidPath(Exception):
    """The URL has an action that is not possible; `lesson` is the last position before it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.actions)
        self.lesson = lesson


def replay_path(course: Course, words: LessonWords, made: str) -> Lesson:
    """Return a lesson after the actions in a URL path; raise InvalidPath at the first one that is not possible."""
    lesson = Lesson.begin(course, words)
    for action in filter(None, made.split("/")):
        try:
            lesson = lesson.do(action)
        except (rules.IllegalMove, ActionRefused, ClueObjection):
            raise InvalidPath(lesson) from None
    return lesson


def _format_action(move: Move) -> str:
    """Return a move as written in the URL: a card, `stop`, or a clue with its intended cards, as in `music-2-2-13`."""
    if isinstance(move, Clue):
        return "-".join(map(str, (move.word, move.number, *move.cards)))
    return str(move.card) if isinstance(move, Guess) else move.verb


def _parse_action(action: str) -> Move:
    """Return the move for an action in the URL (see `_format_action`); raise IllegalMove for anything else."""
    word, dash, rest = action.partition("-")
    if dash:
        number, *cards = rest.split("-")
        return Clue.make(word, number, cards)
    return rules.parse(action if action == "stop" else f"guess {action}")
