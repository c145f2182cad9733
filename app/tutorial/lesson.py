"""The tutorial's steps. Its only state is the learner's actions so far, which are replayed by the rules engine.

The actions are in the URL: `on/6/17/stop/music-2` means to read on, touch two cards, stop, and give a clue. The
partner's moves in between are prepared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from app import rules
from app.decks import advice, is_foreign
from app.games.moves.clue_checks import ClueObjection
from app.games.store.errors import ActionRefused
from app.rules import Clue, Guess, Move, Stop, Table
from app.tutorial.deal import (
    DEAL,
    LEARNER_CLUE_CARDS,
    PARTNER_ASSASSIN,
    PARTNER_CLUE_CARDS,
    TOUCHED_BYSTANDER,
    LessonWords,
)

LEARNER: Final = "a"
PARTNER: Final = "b"
READ_ON: Final = "on"
STEPS: Final = ("key", "touch", "stop", "clue", "answer", "assassin", "end")
NEXT_STEP: Final[Mapping[str, str]] = {"key": "touch", "answer": "assassin"}
"""The steps that have only text to read, and the step that follows each."""


@dataclass(frozen=True)
class Lesson:
    """A position in the tutorial: its step, its table, and the actions so far; methods return the next position.

    `wrong_face` is the face of a card that the learner should not have touched, else "".
    """

    words: LessonWords
    table: Table
    step: str = "key"
    actions: tuple[str, ...] = ()
    wrong_face: str = ""

    @classmethod
    def begin(cls, words: LessonWords) -> Self:
        """Return the first position of the tutorial."""
        return cls(words, rules.start(DEAL))

    def reads_on(self) -> bool:
        """Return whether this step has only text to read, so that READ_ON is its only action."""
        return self.step in NEXT_STEP

    @cached_property
    def may(self) -> frozenset[str]:
        """The verbs of the moves that both the step and the rules allow now; none after a wrong touch."""
        if self.wrong_face:
            return frozenset()
        wanted = {"touch": {"guess", "stop"}, "stop": {"guess", "stop"}, "clue": {"clue"}, "assassin": {"guess"}}
        return self.table.may(LEARNER) & wanted.get(self.step, set())

    def do(self, action: str) -> Self:
        """Return the position after an action from the URL; a doubtful clue in it counts as confirmed.

        Raises IllegalMove, ActionRefused, and ClueObjection for a clue that is refused.
        """
        if action != READ_ON:
            return self.play(_parse_action(action), sure=True)
        if not self.reads_on():
            raise ActionRefused("not-in-lesson")
        return replace(self._with_partner_moves(NEXT_STEP[self.step]), actions=(*self.actions, READ_ON))

    def play(self, move: Move, sure: bool = False) -> Self:
        """Return the position after a move of the learner and the partner's answer.

        Raises IllegalMove, ActionRefused for a move that does not belong to the step, and ClueObjection for a clue that
        is refused or, unless `sure`, doubtful.
        """
        if move.verb not in self.may:
            raise ActionRefused("must-guess" if move.verb == "stop" and self.step == "touch" else "not-in-lesson")
        if isinstance(move, Clue):
            self._check_clue(move, sure)
        after = replace(self, table=self.table.play(LEARNER, move), actions=(*self.actions, _format_action(move)))
        return after._with_partner_moves(*self._step_after(move, after.table))

    def _step_after(self, move: Move, table: Table) -> tuple[str, str]:
        """Return the step that a move leads to, and the face of the card if it was the wrong one to touch, else ""."""
        if isinstance(move, Clue):
            return "answer", ""
        if isinstance(move, Stop):
            return "clue", ""
        card, found = table.turns[-1].guesses[-1].card, {guess.card for guess in table.turns[-1].guesses}
        if card not in ((PARTNER_ASSASSIN,) if self.step == "assassin" else PARTNER_CLUE_CARDS):
            return self.step, table.turns[-1].guesses[-1].face
        if self.step == "assassin":
            return "end", ""
        return ("stop" if found >= set(PARTNER_CLUE_CARDS) else "touch"), ""

    def _with_partner_moves(self, step: str, wrong_face: str = "") -> Self:
        """Return the position at this step, after the partner's moves that lead to it, if it is a new one."""
        table = self.table
        for move in () if step == self.step or wrong_face else self._partner_moves(step):
            table = table.play(PARTNER, move)
        return replace(self, table=table, step=step, wrong_face=wrong_face)

    def _partner_moves(self, step: str) -> Sequence[Move]:
        """Return the partner's prepared moves at the beginning of a step."""
        if step == "touch":
            return [Clue(self.words.clues[0], len(PARTNER_CLUE_CARDS))]
        if step == "assassin":
            return [Clue(self.words.clues[1], 1)]
        return list(map(Guess, (*LEARNER_CLUE_CARDS, TOUCHED_BYSTANDER))) if step == "answer" else []

    def _check_clue(self, clue: Clue, sure: bool) -> None:
        """Check a clue as a game does (C1-C4), and that it is for two cards; return nothing if it passes.

        Raises ActionRefused for another number, IllegalMove for foreign characters, and ClueObjection for a clue that
        is refused or, unless `sure`, doubtful.
        """
        if clue.number != len(LEARNER_CLUE_CARDS):
            raise ActionRefused("lesson-for-two")
        if is_foreign(clue.word, self.words.deck):
            raise rules.IllegalMove("clue-characters")
        hidden = {
            card.index: self.words.cards[card.index] for card in self.table.view(LEARNER).cards if card.face == "hidden"
        }
        doubt = ClueObjection(advice(clue.word, self.words.deck, hidden, self.table.house))
        if doubt.refused or (doubt.findings and not sure):
            raise doubt


class InvalidPath(Exception):
    """The URL has an action that is not possible; `lesson` is the last position before it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.actions)
        self.lesson = lesson


def replay_path(words: LessonWords, made: str) -> Lesson:
    """Return the position after the actions in a URL's path; raise InvalidPath at the first impossible one."""
    lesson = Lesson.begin(words)
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
