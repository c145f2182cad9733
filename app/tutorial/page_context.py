"""A lesson's table as a page context for the game templates."""

from dataclasses import replace

from app import rules
from app.games.clock.panel import ClockPanel
from app.games.web.page_context import PageContext
from app.games.wording.side_names import NO_NAMES
from app.games.wording.status import status
from app.rules import CardView, View
from app.rules.seats import side_of
from app.tutorial.lesson import Lesson
from app.tutorial.texts import TAKE_BACK_STATUS


def build_page_context(lesson: Lesson, address: str) -> PageContext:
    """Return the game templates' page context for a position; `address` takes the place of a game's code."""
    view = _view(lesson)
    return PageContext(
        code=address,
        variant=rules.VARIANTS[lesson.course.variant],
        house=(),
        words=tuple(lesson.words.cards),
        pictures=(),
        outlines=(),
        language=lesson.words.language,
        view=view,
        people={},
        names=NO_NAMES,
        side=side_of(lesson.step.seat),
        status=_status(lesson, view),
        me=None,
        marks={},
        talk=(),
        has_hidden_lines=False,
        shows_talk=False,
        reactions=(),
        may_mark=False,
        talk_refusal="game-over",
        may_volunteer=False,
        leaving="",
        city=None,
        team=None,
        clock=ClockPanel(),
        news=None,
        has_notes=False,
        dots={},
        deciding=None,
        void_vote=None,
        late=(),
        aftermath=None,
    )


def _view(lesson: Lesson) -> View:
    """Return the learner's view, restricted to what the step allows."""
    view = lesson.table.view(lesson.step.seat)
    return replace(view, may=lesson.may, cards=tuple(_card(card, lesson.may) for card in view.cards))


def _card(card: CardView, may: frozenset[str]) -> CardView:
    kept = {"guess": "guess" in may, "intend": "clue" in may}
    return replace(card, verbs=frozenset(verb for verb in card.verbs if kept.get(verb)))


def _status(lesson: Lesson, view: View) -> str:
    """Return the sentence above the board: the game's own, unless the lesson is paused."""
    if lesson.wrong_face:
        return str(TAKE_BACK_STATUS)
    return str(lesson.step.status) or status(view, lesson.course.names)
