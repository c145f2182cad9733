"""What the lobby views share: the blueprint, rendering the page or its polled fragment, and handling of refusals."""

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, Response, flash, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import burst_limits, rate_limits
from app.accounts.auth.login_manager import current_user_id
from app.accounts.errors import BadName
from app.games.wording.sentences import refusal_text
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


def action(view: Callable[[str], AnyResponse | None]) -> Callable[[str], AnyResponse]:
    """Decorate a view that changes a lobby: respond with its result, or else with the lobby, or with a refusal."""

    @wraps(view)
    def answer(code: str) -> AnyResponse:
        try:
            burst_limits.enforce(burst_limits.LOBBY)
            response = view(code)
        except Refusal as refusal:
            return render_refusal(code, refusal.status, refusal_text(refusal), refusal.field)
        except BadName as refusal:
            return render_refusal(code, 422, str(refusal), refusal.field)
        except rate_limits.RateLimited as many:
            return render_refusal(code, 429, many.sentence)
        if response is not None:
            return response
        return (
            render_lobby(code, lobby_tag(code))
            if wants_fragment()
            else redirect_to(url_for("lobbies.lobby", code=code))
        )

    return answer


def render_refusal(code: str, status: int, sentence: str, field: str = "") -> Response:
    """Render the lobby with the reason for a refusal. The typed name is kept."""
    return render_lobby(code, lobby_tag(code), status, notice=sentence, field=field, name=request.form.get("name", ""))


def redirect_home(message: str) -> AnyResponse:
    """Redirect to the home page with a flashed message."""
    flash(message)
    return redirect_to(url_for("lobbies.front"))
