"""The tutorial's table as the page context of the game templates, with one partner."""

from dataclasses import replace

from app import rules
from app.games.clock.panel import ClockPanel
from app.games.web.page_context import PageContext
from app.games.wording.side_names import NO_NAMES
from app.games.wording.status import status
from app.i18n.languages import _
from app.rules import CardView, View
from app.tutorial.lesson import LEARNER, PARTNER, Lesson
from app.tutorial.messages import PARTNER_NAME


def build_page_context(lesson: Lesson, address: str) -> PageContext:
    """Return the game templates' page context for a position; `address` takes the place of a game's code."""
    view = _view(lesson)
    return PageContext(
        code=address,
        variant=rules.VARIANTS["duet"],
        house=(),
        words=tuple(lesson.words.cards),
        pictures=(),
        outlines=(),
        language=lesson.words.language,
        view=view,
        people={},
        names=NO_NAMES,
        side=LEARNER,
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
        notes=None,
        deciding=None,
        void_vote=None,
        late=(),
        waiting=0,
        aftermath=None,
    )


def _view(lesson: Lesson) -> View:
    """Return what the learner sees, with only those actions that the step allows."""
    view = lesson.table.view(LEARNER)
    return replace(view, may=lesson.may, cards=tuple(_card(card, lesson.may) for card in view.cards))


def _card(card: CardView, may: frozenset[str]) -> CardView:
    kept = {"guess": "guess" in may, "intend": "clue" in may}
    return replace(card, verbs=frozenset(verb for verb in card.verbs if kept.get(verb)))


def _status(lesson: Lesson, view: View) -> str:
    """Return the sentence above the board: the game's own, except at the first step and after a wrong touch."""
    if lesson.wrong_face:
        return _("Take it back, then touch another card.")
    if lesson.step == "key":
        return _("Look at the cards: this is your key.")
    return status(view, {PARTNER: [PARTNER_NAME]})
