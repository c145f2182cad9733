"""What a course is made of: its deal, its steps, its words in each language, and its texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.decks import DECKS, Deck


@dataclass(frozen=True)
class LessonWords:
    """The words of one language, row by row, the others' two clues, and two clues for the learner to try.

    `trap` is a form of a word on the table, which is refused; `example` is a clue that passes without advice.
    """

    language: str
    cards: Sequence[str]
    clues: tuple[str, str]
    trap: str
    example: str

    @property
    def deck(self) -> Deck:
        """The built-in deck of this language."""
        return DECKS[f"{self.language}-base"]


class Text(NamedTuple):
    """A title and paragraphs, with placeholders for the values of a message."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A step of a lesson. Without verbs there is only text to read, and a link that leads on.

    `seat` is the learner's. `before` are the others' moves that lead to the step, as (seat, notation), where `{0}` and
    `{1}` stand for their clues. `cards` are those to touch, or to give a clue for. `status` replaces the game's own
    sentence above the board.
    """

    name: str
    seat: str
    text: Text
    verbs: frozenset[str] = frozenset()
    cards: tuple[int, ...] = ()
    before: tuple[tuple[str, str], ...] = ()
    status: str = ""
    continue_label: str = ""


@dataclass(frozen=True)
class Course:
    """A lesson as it is written. `names` are the prepared players by seat, `partner` the learner's.

    `again` is the text once the first of several cards has been touched, `wrong_touches` the texts by the face of a
    card that was not meant. `values` are the cards that texts name.
    """

    name: str
    title: str
    deal: Mapping[str, Any]
    words: Mapping[str, LessonWords]
    steps: Sequence[Step]
    again: Text
    wrong_touches: Mapping[str, Text]
    partner: str
    names: Mapping[str, Sequence[str]]
    values: Mapping[str, int]

    @property
    def variant(self) -> str:
        """The variant that is learned."""
        return str(self.deal["variant"])

    @property
    def number_asked(self) -> int:
        """The number that the learner's clue needs: it is for so many cards."""
        return next(len(step.cards) for step in self.steps if "clue" in step.verbs)


def split_words(*rows: str) -> tuple[str, ...]:
    """Return the words of a table from its rows."""
    return tuple(" ".join(rows).split())
