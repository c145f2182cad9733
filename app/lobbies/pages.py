"""What the lobby's views share: who is looking, the page or the part of it that polls, and how a deed is answered."""

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, Response, flash, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app import pulse
from app.accounts import limits
from app.accounts.errors import BadName
from app.accounts.session import reader
from app.lobbies import loading, scene
from app.lobbies.errors import Ended, Started
from app.refusals import Refusal
from app.web import fragment, lead_to, wants_fragment

bp = Blueprint("lobbies", __name__)


@bp.errorhandler(Started)
def started(error: Started) -> AnyResponse:
    """Lead everyone who comes by to the game."""
    return lead_to(url_for("games.game", code=error.game))


@bp.errorhandler(Ended)
def ended(error: Ended) -> tuple[str, int]:
    """Say why the lobby is over; without a trigger in the fragment its polls end."""
    template = "lobbies/_ended.html" if wants_fragment() else "lobbies/ended.html"
    return render_template(template, sentence=error.sentence), 410


def tag_of(code: str) -> str:
    """Return the tag of what this viewer's page shows now."""
    return pulse.tag(str(reader() or "-"), [loading.topic(code)])


def show(code: str, tag: str, status: int = 200, **values: object) -> Response:
    """Render the lobby for this viewer; `values` are a refusal's `notice`, its `field` and what was typed."""
    now = scene.build(loading.find(code), reader())
    template = "lobbies/_lobby.html" if wants_fragment() else "lobbies/lobby.html"
    link = url_for("lobbies.lobby", code=code, _external=True)
    return fragment(template, tag, status, scene=now, link=link, **values)


def deed(view: Callable[[str], AnyResponse | None]) -> Callable[[str], AnyResponse]:
    """Answer a view that changes a lobby: with what it returns, else the lobby as it is now, or why it was refused."""

    @wraps(view)
    def answer(code: str) -> AnyResponse:
        try:
            response = view(code)
        except Refusal as refusal:
            return refuse(code, refusal.status, refusal.sentence, refusal.field)
        except BadName as refusal:
            return refuse(code, 422, str(refusal), refusal.field)
        except limits.TooMany as many:
            return refuse(code, 429, many.description or "")
        if response is not None:
            return response
        return show(code, tag_of(code)) if wants_fragment() else lead_to(url_for("lobbies.lobby", code=code))

    return answer


def refuse(code: str, status: int, sentence: str, field: str = "") -> Response:
    """Show the lobby with the reason why nothing was done; the name that was typed stays."""
    return show(code, tag_of(code), status, notice=sentence, field=field, name=request.form.get("name", ""))


def part_with(message: str) -> AnyResponse:
    """Send the viewer to the front page, with a word."""
    flash(message)
    return lead_to(url_for("lobbies.front"))
