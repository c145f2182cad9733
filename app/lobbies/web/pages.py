"""What the lobby views share: the blueprint, rendering the page or its polled fragment, and handling of refusals."""

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
    """Redirect to the started game."""
    return redirect_to(url_for("games.game", code=error.game))


@bp.errorhandler(LobbyClosed)
def render_closed(error: LobbyClosed) -> Response:
    """Say why the lobby is over. The fragment has no trigger, so polling stops."""
    template = "lobbies/_ended.html" if wants_fragment() else "lobbies/ended.html"
    return render_fragment(template, "", 410, polled=False, sentence=error.sentence)


def lobby_tag(code: str) -> str:
    """Return the tag of this viewer's lobby page."""
    return topic_versions.current_tag(
        str(current_user_id() or "-"), [loading.lobby_topic(code), *bell.bell_topics(current_user_id())]
    )


def render_lobby(code: str, tag: str, status: int = 200, **values: object) -> Response:
    """Render the lobby for this viewer. `values` are a refusal's `notice` and `field`, and what was typed."""
    now = page_context.build_context(loading.find_open_lobby(code), current_user_id())
    template = "lobbies/_lobby.html" if wants_fragment() else "lobbies/lobby.html"
    link = url_for("lobbies.lobby", code=code, _external=True)
    return render_fragment(template, tag, status, scene=now, link=link, **values)


@bp.before_request
def limit_actions() -> None:
    """Limit how often a lobby is changed."""
    if request.method == "POST" and request.view_args:
        burst_limits.enforce(burst_limits.LOBBY)


@bp.errorhandler(Refusal)
def handle_refusal(refusal: Refusal) -> Response:
    """Show a refusal in the lobby, unless the view is marked for another page. The typed name is kept."""
    return show_refusal(refusal.status, lambda: refusal_text(refusal), refusal.field, _refused_lobby)


def _refused_lobby(code: str, **refused: Any) -> Response:
    return render_lobby(code, lobby_tag(code), name=request.form.get("name", ""), **refused)


def answer_with_lobby(code: str) -> AnyResponse:
    """Answer an action in the lobby: for htmx with the lobby, else with a redirect to it."""
    if wants_fragment():
        return render_lobby(code, lobby_tag(code))
    return redirect_to(url_for("lobbies.lobby", code=code))


def redirect_home(message: str) -> AnyResponse:
    """Redirect to the home page with a flashed message."""
    flash(message)
    return redirect_to(url_for("lobbies.home"))
