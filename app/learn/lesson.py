"""The tutorial's steps. Its only state is the learner's actions so far, which are replayed by the rules engine.

The actions are in the URL: `on/6/17/stop/on/music-2` means read on, touch two cards, stop, read on, give a clue. The
partner's moves in between are prepared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self

from app import rules
from app.decks import advice, is_foreign
from app.games.clues import ClueObjection
from app.games.errors import ActionRefused
from app.learn.deal import ASSASSIN, DEAL, MEANT, OWN, STRAY, Words
from app.rules import Clue, Guess, Move, Stop, Table

ME: Final = "a"
PARTNER: Final = "b"
ON: Final = "on"
STEPS: Final = ("key", "touch", "stop", "tokens", "clue", "answer", "bystander", "assassin", "end")
NEXT: Final[Mapping[str, str]] = {"key": "touch", "tokens": "clue", "answer": "bystander", "bystander": "assassin"}
"""The steps that have only text to read, and the step that follows each."""


@dataclass(frozen=True)
class Lesson:
    """A position in the tutorial: step, table, and the actions so far. `slip` is set after a wrong touch."""

    words: Words
    table: Table
    step: str = "key"
    deeds: tuple[str, ...] = ()
    slip: str = ""

    @classmethod
    def begin(cls, words: Words) -> Self:
        """Return the tutorial before the first action."""
        return cls(words, rules.start(DEAL))

    def reads_on(self) -> bool:
        """Whether this step has only text to read."""
        return self.step in NEXT

    @cached_property
    def may(self) -> frozenset[str]:
        """The verbs that the learner may use at this step, among those that the rules allow."""
        if self.slip:
            return frozenset()
        wanted = {"touch": {"guess", "stop"}, "stop": {"guess", "stop"}, "clue": {"clue"}, "assassin": {"guess"}}
        return self.table.may(ME) & wanted.get(self.step, set())

    def do(self, deed: str) -> Self:
        """Return the tutorial after an action as written in the URL. Raises IllegalMove, ActionRefused, ClueObjection."""
        if deed != ON:
            return self.play(_read(deed), sure=True)
        if not self.reads_on():
            raise ActionRefused("not-in-lesson")
        return replace(self._answered(NEXT[self.step]), deeds=(*self.deeds, ON))

    def play(self, move: Move, sure: bool = False) -> Self:
        """Return the tutorial after a move. Raises IllegalMove, ActionRefused, and ClueObjection unless `sure`."""
        if move.verb not in self.may:
            raise ActionRefused("must-guess" if move.verb == "stop" and self.step == "touch" else "not-in-lesson")
        if isinstance(move, Clue):
            self._examine(move, sure)
        after = replace(self, table=self.table.play(ME, move), deeds=(*self.deeds, _deed(move)))
        return after._answered(*self._led(move, after.table))

    def _led(self, move: Move, table: Table) -> tuple[str, str]:
        """Return the step that a move leads to, and the face of a wrong touch."""
        if isinstance(move, Clue):
            return "answer", ""
        if isinstance(move, Stop):
            return "tokens", ""
        card, found = table.turns[-1].guesses[-1].card, {guess.card for guess in table.turns[-1].guesses}
        if card not in ((ASSASSIN,) if self.step == "assassin" else MEANT):
            return self.step, table.turns[-1].guesses[-1].face
        if self.step == "assassin":
            return "end", ""
        return ("stop" if found >= set(MEANT) else "touch"), ""

    def _answered(self, step: str, slip: str = "") -> Self:
        """Return the tutorial at a step, after the partner's prepared moves."""
        table = self.table
        for move in () if step == self.step or slip else self._prepared(step):
            table = table.play(PARTNER, move)
        return replace(self, table=table, step=step, slip=slip)

    def _prepared(self, step: str) -> Sequence[Move]:
        """Return the partner's moves that lead to a step."""
        if step == "touch":
            return [Clue(self.words.clues[0], len(MEANT))]
        if step == "assassin":
            return [Clue(self.words.clues[1], 1)]
        return {"answer": list(map(Guess, OWN)), "bystander": [Guess(STRAY)]}.get(step, [])

    def _examine(self, clue: Clue, sure: bool) -> None:
        """Check a clue as a game does (C1-C4). Raises ActionRefused unless it is for two cards, as the tutorial requires."""
        if clue.number != len(OWN):
            raise ActionRefused("lesson-for-two")
        if is_foreign(clue.word, self.words.deck):
            raise rules.IllegalMove("clue-characters")
        hidden = {
            card.index: self.words.cards[card.index] for card in self.table.view(ME).cards if card.face == "hidden"
        }
        doubt = ClueObjection(advice(clue.word, self.words.deck, hidden, self.table.house))
        if doubt.refused or (doubt.findings and not sure):
            raise doubt


class Astray(Exception):
    """The URL has an action that is not possible; `lesson` is the position before it."""

    def __init__(self, lesson: Lesson) -> None:
        super().__init__(lesson.deeds)
        self.lesson = lesson


def walk(words: Words, made: str) -> Lesson:
    """Return the tutorial after the actions in a URL path; raise Astray at the first one that is not possible."""
    lesson = Lesson.begin(words)
    for deed in filter(None, made.split("/")):
        try:
            lesson = lesson.do(deed)
        except (rules.IllegalMove, ActionRefused, ClueObjection):
            raise Astray(lesson) from None
    return lesson


def _deed(move: Move) -> str:
    """Return a move as written in the URL: a card, `stop`, or a clue such as `music-2-2-13` with its intended cards."""
    if isinstance(move, Clue):
        return "-".join(map(str, (move.word, move.number, *move.cards)))
    return str(move.card) if isinstance(move, Guess) else move.verb


def _read(deed: str) -> Move:
    """Return the move for an action in the URL; raise IllegalMove."""
    word, dash, rest = deed.partition("-")
    if dash:
        number, *cards = rest.split("-")
        return Clue.make(word, number, cards)
    return rules.parse(deed if deed == "stop" else f"guess {deed}")
