"""A lesson's message at each position."""

from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup, escape

from app import rules
from app.games.moves.clue_advice import ClueAdvice
from app.games.moves.clue_checks import ClueObjection
from app.games.store.errors import ActionRefused
from app.games.wording.sentences import advice_text, table_refusal_text
from app.rules import Clue
from app.tutorial.courses.course import Text
from app.tutorial.lesson import Lesson
from app.tutorial.texts import REFUSALS, TAKE_BACK


class Message(NamedTuple):
    """The message at a position: step `number` of `steps`, and the label of the link that continues, else ""."""

    title: str
    paragraphs: tuple[Markup, ...]
    number: int
    steps: int
    continue_label: str


def message_for(lesson: Lesson) -> Message:
    """Return the message at a position, in the reader's language."""
    text, step = _text(lesson), lesson.step
    values = _values(lesson)
    paragraphs = tuple(escape(str(paragraph)) % values for paragraph in text.paragraphs)
    return Message(str(text.title), paragraphs, lesson.place + 1, len(lesson.course.steps), str(step.continue_label))


def _text(lesson: Lesson) -> Text:
    if lesson.wrong_face:
        wrong_face = lesson.course.wrong_touches[lesson.wrong_face]
        return Text(wrong_face.title, (*wrong_face.paragraphs, TAKE_BACK))
    begun = len(lesson.step.cards) > 1 and "guess" in lesson.step.verbs and lesson.touches
    return lesson.course.again if begun else lesson.step.text


def _values(lesson: Lesson) -> Mapping[str, str]:
    words = lesson.words
    said = {"clue": _last_clue(lesson), "trap": words.trap, "example": words.example}
    return {
        "partner": lesson.course.partner,
        **{name: words.cards[card].upper() for name, card in lesson.course.values.items()},
        **{name: Markup("<b>{}</b>").format(text) for name, text in said.items()},
    }


def _last_clue(lesson: Lesson) -> str:
    """Return the clue given last, with its number; empty before the first."""
    clues = [turn.clue for turn in lesson.table.turns if turn.clue]
    return f"{clues[-1].word} {clues[-1].number}" if clues else ""


def refusal_text(lesson: Lesson, code: str) -> str:
    """Return the sentence for a refusal code, with its rule."""
    game = rules.VARIANTS[lesson.course.variant].game
    return str(REFUSALS[code]) if code in REFUSALS else table_refusal_text(code, game)


def advice_on_clue(lesson: Lesson, word: str) -> ClueAdvice:
    """Return the advice on a clue for two cards that the learner is typing, without giving the clue."""
    try:
        clue = Clue.make(word, str(lesson.course.number_asked))
        lesson.play(clue)
    except rules.IllegalMove as illegal:
        return ClueAdvice([refusal_text(lesson, illegal.code)], refused=True) if word.strip() else ClueAdvice()
    except ClueObjection as doubt:
        return ClueAdvice(
            [advice_text(finding, clue.word, lesson.words.cards) for finding in doubt.findings], doubt.refused
        )
    except ActionRefused:
        return ClueAdvice()
    return ClueAdvice()
