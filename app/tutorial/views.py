"""The views of /learn, the tutorial. The URL holds all its state; nothing is stored."""

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from app.games.moves import clue_checks
from app.games.store.errors import ActionRefused
from app.games.web.forms import read_move
from app.http import fragment_cache
from app.http.responses import redirect_to, wants_fragment
from app.i18n.languages import language
from app.rules import IllegalMove
from app.tutorial.deal import WORDS
from app.tutorial.lesson import InvalidPath, Lesson, replay_path
from app.tutorial.messages import advice_on_clue, message_for, refusal_text
from app.tutorial.page_context import build_page_context
from app.tutorial.texts import INVALID_PATH

bp = Blueprint("tutorial", __name__)


@bp.get("/learn")
@bp.get("/learn/<path:made>")
def lesson(made: str = "") -> Response:
    """Show the position after the actions in the URL, or redirect to the last one that is possible."""
    try:
        return _render_step(_replay(made))
    except InvalidPath as astray:
        return _redirect_to_last_valid(astray)


@bp.post("/learn/moves")
@bp.post("/learn/<path:made>/moves")
def moves(made: str = "") -> Response:
    """Play a move, and redirect to the URL that includes it.

    A refused move, or a doubtful clue to be confirmed, shows the position again with 422.
    """
    try:
        here = _replay(made)
    except InvalidPath as astray:
        return _redirect_to_last_valid(astray)
    try:
        return redirect_to(_lesson_url(here.play(read_move(request.form), sure=_is_sure())))
    except clue_checks.ClueObjection as doubt:
        return _render_step(here, 422, doubt=doubt)
    except (IllegalMove, ActionRefused) as refusal:
        return _render_step(here, 422, notice=refusal_text(refusal.code))


@bp.get("/learn/<path:made>/moves")
def again(made: str) -> Response:
    """Redirect to the position; for browsers that reload the URL of a form that was refused."""
    return redirect(url_for(".lesson", made=made), 303)


@bp.post("/learn/<path:made>/advice")
def advice(made: str) -> str | Response:
    """Return the fragment with advice on the `word` being typed; without htmx, redirect to the position."""
    try:
        here = _replay(made)
    except InvalidPath as astray:
        return _redirect_to_last_valid(astray)
    if not wants_fragment():
        return again(made)
    return render_template("games/clue/_clue_advice.html", advice=advice_on_clue(here, request.form.get("word", "")))


def _replay(made: str) -> Lesson:
    return replay_path(WORDS.get(language(), WORDS["en"]), made)


def _is_sure() -> bool:
    """Return whether the learner has seen the advice on this very clue and confirmed the clue."""
    return clue_checks.is_confirmed(request.form.get("word", ""), request.form.get("sure", ""))


def _lesson_url(lesson: Lesson) -> str:
    return url_for("tutorial.lesson", made="/".join(lesson.actions) or None)


def _redirect_to_last_valid(astray: InvalidPath) -> Response:
    flash(INVALID_PATH)
    return redirect_to(_lesson_url(astray.lesson))


def _render_step(here: Lesson, status: int = 200, **values: object) -> Response:
    scene = build_page_context(here, _lesson_url(here))
    fragment_cache.set_placeholders(version=scene.view.version, strip=Markup())
    typed = request.form if status >= 400 else _initial_values(here)
    template = "tutorial/_table.html" if wants_fragment() else "tutorial/lesson.html"
    page = render_template(template, page=scene, message=message_for(here), lesson=here, typed=typed, **values)
    return make_response(page, status)


def _initial_values(here: Lesson) -> MultiDict[str, str]:
    """Return the initial values of the form: at the clue step, a clue that will be refused; else none."""
    return MultiDict({"word": here.words.trap, "number": "2"} if here.step == "clue" else {})
