"""The tutorial's message at each position, and its refusals and advice."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from app import rules
from app.games.moves.clue_advice import ClueAdvice
from app.games.moves.clue_checks import ClueObjection
from app.games.store.errors import ActionRefused
from app.games.wording.sentences import advice_text, table_refusal_text
from app.rules import Clue
from app.tutorial.deal import LEARNER_CLUE_CARDS, PARTNER_ASSASSIN, PARTNER_CLUE_CARDS, TOUCHED_BYSTANDER
from app.tutorial.lesson import STEPS, Lesson
from app.tutorial.texts import CONTINUE_LABELS, REFUSALS, TAKE_BACK, TEXTS, WRONG_TOUCHES, Text

PARTNER_NAME: Final = "Alex"  # the partner, in every language; a gender-neutral name


class Message(NamedTuple):
    """The message at a position: step `number` of `steps`, and the label of the link that continues, else ""."""

    title: str
    paragraphs: tuple[Markup, ...]
    number: int
    steps: int
    continue_label: str


def message_for(lesson: Lesson) -> Message:
    """Return the message at a position, in the reader's language, with the words of the table filled in."""
    text = _text(lesson)
    values = _values(lesson)
    paragraphs = tuple(escape(str(paragraph)) % values for paragraph in text.paragraphs)
    return Message(
        str(text.title), paragraphs, STEPS.index(lesson.step) + 1, len(STEPS), CONTINUE_LABELS.get(lesson.step, "")
    )


def _text(lesson: Lesson) -> Text:
    if lesson.wrong_face:
        wrong_face = WRONG_TOUCHES[lesson.wrong_face]
        return Text(wrong_face.title, (*wrong_face.paragraphs, TAKE_BACK))
    begun = lesson.step == "touch" and bool(lesson.table.turns[-1].guesses)
    return TEXTS["again" if begun else lesson.step]


def _values(lesson: Lesson) -> Mapping[str, str]:
    cards, words = [word.upper() for word in lesson.words.cards], lesson.words
    late = lesson.step in ("assassin", "end")
    said = {
        "clue": f"{words.clues[1]} 1" if late else f"{words.clues[0]} {len(PARTNER_CLUE_CARDS)}",
        "trap": words.trap,
        "example": words.example,
    }
    return {
        "partner": PARTNER_NAME,
        "first": cards[LEARNER_CLUE_CARDS[0]],
        "second": cards[LEARNER_CLUE_CARDS[1]],
        "stray": cards[TOUCHED_BYSTANDER],
        "assassin": cards[PARTNER_ASSASSIN],
        **{name: Markup("<b>{}</b>").format(text) for name, text in said.items()},
    }


def refusal_text(code: str) -> str:
    """Return the sentence for a refusal code of the tutorial or of the game, in the reader's language."""
    return str(REFUSALS[code]) if code in REFUSALS else table_refusal_text(code, "duet")


def advice_on_clue(lesson: Lesson, word: str) -> ClueAdvice:
    """Return the advice on a clue for two cards that the learner is typing, without giving the clue."""
    try:
        clue = Clue.make(word, str(len(LEARNER_CLUE_CARDS)))
        lesson.play(clue)
    except rules.IllegalMove as illegal:
        return ClueAdvice([refusal_text(illegal.code)], refused=True) if word.strip() else ClueAdvice()
    except ClueObjection as doubt:
        return ClueAdvice(
            [advice_text(finding, clue.word, lesson.words.cards) for finding in doubt.findings], doubt.refused
        )
    except ActionRefused:
        return ClueAdvice()
    return ClueAdvice()
