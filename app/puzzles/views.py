"""The pages of the puzzles: today's, each day's, and all that have been. The address of a puzzle has its day."""

from datetime import date

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import burst_limits, rate_limits
from app.games.store.errors import ActionRefused
from app.games.web.forms import read_move, read_number
from app.http.client_address import network
from app.http.fragments import fragment_cache
from app.http.responses import wants_fragment
from app.i18n.languages import LANGUAGES
from app.i18n.languages import language as current_language
from app.puzzles import archive as archives
from app.puzzles import service
from app.puzzles.boards import Puzzle
from app.puzzles.calendar import today
from app.puzzles.page import build_page
from app.puzzles.player import Player, current_player, remember, with_key
from app.puzzles.plays import find_open_puzzle, load_moves
from app.puzzles.position import Position
from app.puzzles.wording import INVALID_MOVE, REFUSALS
from app.refusals import Conflict
from app.rules import IllegalMove

bp = Blueprint("puzzles", __name__)


@bp.get("/puzzle")
def current() -> AnyResponse:
    """Redirect to today's puzzle in the reader's language, or to the past ones if there is none."""
    language, day = current_language(), today()
    if find_open_puzzle(language, day) is None:
        return redirect(url_for(".archive", language=language), 303)
    return redirect(url_for(".puzzle", language=language, day=day), 303)


@bp.get("/puzzle/<language>")
def archive(language: str) -> str:
    """Show all puzzles of a language up to today, latest first, with what the reader has done with them."""
    if language not in LANGUAGES:
        abort(404)
    return render_template("puzzles/archive.html", page=archives.load_archive(language, current_player()))


@bp.get("/puzzle/<language>/<day>")
def puzzle(language: str, day: str) -> Response:
    """Show a puzzle as far as its player has come; to htmx, return the fragment. 404 for days to come."""
    board, player = _find(language, day), current_player()
    return _render(_load_position(board, player), player)


@bp.post("/puzzle/<language>/<day>/moves")
def moves(language: str, day: str) -> AnyResponse:
    """Reveal the chosen card, or give the next clue. A move that is refused shows the puzzle with the reason."""
    board, known = _find(language, day), current_player()
    burst_limits.enforce(burst_limits.PUZZLES)
    if not known:
        rate_limits.enforce(f"puzzle {network(request.remote_addr)}")
    player = with_key(known)
    try:
        position = service.play(board, player, read_move(request.form), read_number(request.form, "seen"))
    except Conflict as conflict:
        return _render_refusal(board, known, conflict.status, conflict.sentence)
    except (IllegalMove, ActionRefused) as refusal:
        return _render_refusal(board, known, 422, REFUSALS.get(refusal.code, INVALID_MOVE))
    if wants_fragment():
        response: AnyResponse = _render(position, player)
    else:
        response = redirect(url_for(".puzzle", language=language, day=day), 303)
    remember(response, player)
    return response


@bp.get("/puzzle/<language>/<day>/moves")
def again(language: str, day: str) -> AnyResponse:
    """Redirect to the puzzle, for reloads of a form's URL after a refusal."""
    return redirect(url_for(".puzzle", language=language, day=_find(language, day).day), 303)


def _find(language: str, day: str) -> Puzzle:
    """Return the puzzle of an address; 404 unless its day, as the site writes days, has come."""
    try:
        found = find_open_puzzle(language, date.fromisoformat(day)) if language in LANGUAGES else None
    except ValueError:
        found = None
    if found is None or str(found.day) != day:
        abort(404)
    return found


def _load_position(board: Puzzle, player: Player) -> Position:
    """Return a puzzle as far as its player has come."""
    moves = load_moves(board, player)
    return Position.replay(board, moves) if moves else Position.begin(board)


def _render_refusal(board: Puzzle, player: Player, status: int, notice: str) -> Response:
    return _render(_load_position(board, player), player, status, notice=notice)


def _render(position: Position, player: Player, status: int = 200, notice: str = "") -> Response:
    page = build_page(position, player, request.form.get("move", "") if status >= 400 else "")
    fragment_cache.set_placeholders(version=page.version, strip="")
    template = "puzzles/_table.html" if wants_fragment() else "puzzles/puzzle.html"
    body = render_template(template, page=page, notice=notice, typed=request.form)
    response = make_response(body, status)
    response.headers["Cache-Control"] = "no-store"  # back button: no outdated puzzle
    return response
