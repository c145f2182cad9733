"""GET /learn and GET /learn/codenames: the lessons. A lesson's URL holds all its state; nothing is stored."""

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from app.games.moves import clue_checks
from app.games.store.errors import ActionRefused
from app.games.web.forms import read_move
from app.http.fragments import fragment_cache
from app.http.responses import redirect_to, wants_fragment
from app.i18n.languages import language
from app.rules import IllegalMove
from app.tutorial.courses import COURSES
from app.tutorial.lesson import InvalidPath, Lesson, replay_path
from app.tutorial.messages import advice_on_clue, message_for, refusal_text
from app.tutorial.page_context import build_page_context
from app.tutorial.texts import INVALID_PATH

bp = Blueprint("tutorial", __name__)
DUET = {"game": "duet"}
CODENAMES = {"game": "codenames"}


@bp.get("/learn", defaults=DUET)
@bp.get("/learn/<path:made>", defaults=DUET)
@bp.get("/learn/codenames", defaults=CODENAMES)
@bp.get("/learn/codenames/<path:made>", defaults=CODENAMES)
def lesson(game: str, made: str = "") -> Response:
    """Show the step that the actions in the URL lead to, or redirect to the last possible one."""
    try:
        return _render_step(_replay(game, made))
    except InvalidPath as astray:
        return _redirect_to_last_valid(astray)


@bp.post("/learn/moves", defaults=DUET)
@bp.post("/learn/<path:made>/moves", defaults=DUET)
@bp.post("/learn/codenames/moves", defaults=CODENAMES)
@bp.post("/learn/codenames/<path:made>/moves", defaults=CODENAMES)
def moves(game: str, made: str = "") -> Response:
    """Play a move and redirect to the URL that includes it. A doubtful clue is shown to its giver first."""
    try:
        here = _replay(game, made)
    except InvalidPath as astray:
        return _redirect_to_last_valid(astray)
    try:
        return redirect_to(_lesson_url(here.play(read_move(request.form), sure=_is_sure())))
    except clue_checks.ClueObjection as doubt:
        return _render_step(here, 422, doubt=doubt)
    except (IllegalMove, ActionRefused) as refusal:
        return _render_step(here, 422, notice=refusal_text(here, refusal.code))


@bp.get("/learn/<path:made>/moves", defaults=DUET)
@bp.get("/learn/codenames/<path:made>/moves", defaults=CODENAMES)
def again(game: str, made: str) -> Response:
    """Redirect to the step, for reloads of a form's URL after a refusal."""
    return redirect(url_for(".lesson", game=game, made=made), 303)


@bp.post("/learn/<path:made>/advice", defaults=DUET)
@bp.post("/learn/codenames/<path:made>/advice", defaults=CODENAMES)
def advice(game: str, made: str) -> str | Response:
    """Show the advice on the `word` being typed. Without htmx, redirect to the step."""
    try:
        here = _replay(game, made)
    except InvalidPath as astray:
        return _redirect_to_last_valid(astray)
    if not wants_fragment():
        return again(game, made)
    return render_template("games/clue/_clue_advice.html", advice=advice_on_clue(here, request.form.get("word", "")))


def _replay(game: str, made: str) -> Lesson:
    course = COURSES[game]
    return replay_path(course, course.words.get(language(), course.words["en"]), made)


def _is_sure() -> bool:
    """Return whether the learner has seen the advice on this very clue and confirmed the clue."""
    return clue_checks.is_confirmed(request.form.get("word", ""), request.form.get("sure", ""))


def _lesson_url(lesson: Lesson) -> str:
    return url_for("tutorial.lesson", game=lesson.course.name, made="/".join(lesson.actions) or None)


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
    """Return the initial values of the clue fields: a clue that will be refused."""
    giving = "clue" in here.step.verbs
    return MultiDict({"word": here.words.trap, "number": str(here.course.number_asked)} if giving else {})
