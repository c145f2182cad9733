"""The tutorial's message at each position."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from app import rules
from app.games.advising import ClueAdvice
from app.games.clues import ClueObjection
from app.games.errors import ActionRefused
from app.games.sentences import advice_text, table_refusal_text
from app.learn.deal import ASSASSIN, MEANT, OWN, STRAY
from app.learn.lesson import STEPS, Lesson
from app.learn.texts import BACK, ONWARDS, REFUSED, SLIPS, TEXTS, Text
from app.rules import Clue

NAME: Final = "Alex"  # the partner, in every language; a gender-neutral name


class Told(NamedTuple):
    """The message at a position: `number` of `steps`, and the label of the link that continues, if there is one."""

    title: str
    paragraphs: tuple[Markup, ...]
    number: int
    steps: int
    onwards: str


def told(lesson: Lesson) -> Told:
    """Return the message at a position, in the reader's language."""
    text = _text(lesson)
    values = _values(lesson)
    paragraphs = tuple(escape(str(paragraph)) % values for paragraph in text.paragraphs)
    return Told(str(text.title), paragraphs, STEPS.index(lesson.step) + 1, len(STEPS), ONWARDS.get(lesson.step, ""))


def _text(lesson: Lesson) -> Text:
    if lesson.slip:
        slip = SLIPS[lesson.slip]
        return Text(slip.title, (*slip.paragraphs, BACK))
    begun = lesson.step == "touch" and bool(lesson.table.turns[-1].guesses)
    return TEXTS["again" if begun else lesson.step]


def _values(lesson: Lesson) -> Mapping[str, str]:
    cards, words = [word.upper() for word in lesson.words.cards], lesson.words
    late = lesson.step in ("assassin", "end")
    said = {
        "clue": f"{words.clues[1]} 1" if late else f"{words.clues[0]} {len(MEANT)}",
        "trap": words.trap,
        "example": words.example,
    }
    return {
        "partner": NAME,
        "first": cards[OWN[0]],
        "second": cards[OWN[1]],
        "stray": cards[STRAY],
        "assassin": cards[ASSASSIN],
        **{name: Markup("<b>{}</b>").format(text) for name, text in said.items()},
    }


def why_not(code: str) -> str:
    """Return the sentence for a refusal code, with its rule."""
    return str(REFUSED[code]) if code in REFUSED else table_refusal_text(code, "duet")


def advise(lesson: Lesson, word: str) -> ClueAdvice:
    """Return the advice on a clue while it is being typed, as a game gives it."""
    try:
        clue = Clue.make(word, str(len(OWN)))
        lesson.play(clue)
    except rules.IllegalMove as illegal:
        return ClueAdvice([why_not(illegal.code)], refused=True) if word.strip() else ClueAdvice()
    except ClueObjection as doubt:
        return ClueAdvice(
            [advice_text(finding, clue.word, lesson.words.cards) for finding in doubt.findings], doubt.refused
        )
    except ActionRefused:
        return ClueAdvice()
    return ClueAdvice()
