"""What the lobby views share: the blueprint, rendering the page or its polled fragment, and answers to refusals."""

from typing import Any

from flask import Blueprint, Response, flash, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import burst_limits
from app.accounts.auth.login_manager import current_user_id
from app.http.refusal_pages import refusal_text, show_refusal
from app.http.responses import redirect_to, render_fragment, wants_fragment
from app.live import topic_versions
from app.lobbies import loading
from app.lobbies.errors import GameStarted, LobbyClosed
from app.lobbies.web import page_context
from app.notifications import bell
from app.refusals import Refusal

bp = Blueprint("lobbies", __name__)


@bp.errorhandler(GameStarted)
def redirect_to_game(error: GameStarted) -> AnyResponse:
    """Redirect from a lobby whose game has started to the game."""
    return redirect_to(url_for("games.game", code=error.game))


@bp.errorhandler(LobbyClosed)
def render_closed(error: LobbyClosed) -> Response:
    """Return a 410 page, or fragment, that says why the lobby is over. The fragment no longer polls."""
    template = "lobbies/_ended.html" if wants_fragment() else "lobbies/ended.html"
    return render_fragment(template, "", 410, polled=False, sentence=error.sentence)


def lobby_tag(code: str) -> str:
    """Return the tag by which polls of a lobby's page see changes, for the current user or visitor."""
    return topic_versions.current_tag(
        str(current_user_id() or "-"), [loading.lobby_topic(code), *bell.bell_topics(current_user_id())]
    )


def render_lobby(code: str, tag: str, status: int = 200, **values: object) -> Response:
    """Return the lobby page for this viewer, or for htmx its polled fragment.

    `values` are a refusal's `notice` and `field`, and what was typed. Raises as `find_open_lobby` does.
    """
    now = page_context.build_context(loading.find_open_lobby(code), current_user_id())
    template = "lobbies/_polled.html" if wants_fragment() else "lobbies/lobby.html"
    link = url_for("lobbies.lobby", code=code, _external=True)
    return render_fragment(template, tag, status, scene=now, link=link, **values)


@bp.before_request
def limit_actions() -> None:
    """Before a POST to a lobby, count it; raise RateLimited after too many."""
    if request.method == "POST" and request.view_args:
        burst_limits.enforce(burst_limits.LOBBY)


@bp.errorhandler(Refusal)
def handle_refusal(refusal: Refusal) -> Response:
    """Show the lobby, or the page for which the view is marked, with the refusal's sentence and status.

    The typed name is kept.
    """
    return show_refusal(refusal.status, lambda: refusal_text(refusal), refusal.field, _refused_lobby)


def _refused_lobby(code: str, **refused: Any) -> Response:
    return render_lobby(code, lobby_tag(code), name=request.form.get("name", ""), **refused)


def answer_with_lobby(code: str, saved: str = "") -> AnyResponse:
    """Return the lobby's fragment to htmx, and a redirect to the lobby to others; `saved` says what has been done."""
    if wants_fragment():
        return render_lobby(code, lobby_tag(code), saved=saved)
    if saved:
        flash(saved)
    return redirect_to(url_for("lobbies.lobby", code=code))


def redirect_home(message: str) -> AnyResponse:
    """Flash a message and return a redirect to the home page."""
    flash(message)
    return redirect_to(url_for("lobbies.home"))
