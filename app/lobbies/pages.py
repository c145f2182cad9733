"""What the lobby's views share: who is looking, the page or the part of it that polls, and how a deed is answered."""

from collections.abc import Callable
from functools import wraps

from flask import Blueprint, Response, flash, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app import pulse
from app.accounts import limits, pace
from app.accounts.errors import BadName
from app.accounts.session import reader
from app.games.sentences import told
from app.lobbies import loading, scene
from app.lobbies.errors import Ended, Started
from app.notifications import bell
from app.refusals import Refusal
from app.web import fragment, lead_to, wants_fragment

bp = Blueprint("lobbies", __name__)


@bp.errorhandler(Started)
def started(error: Started) -> AnyResponse:
    """Lead everyone who comes by to the game."""
    return lead_to(url_for("games.game", code=error.game))


@bp.errorhandler(Ended)
def ended(error: Ended) -> Response:
    """Say why the lobby is over; without a trigger in the fragment its polls end."""
    template = "lobbies/_ended.html" if wants_fragment() else "lobbies/ended.html"
    return fragment(template, "", 410, polled=False, sentence=error.sentence)


def tag_of(code: str) -> str:
    """Return the tag of what this viewer's page shows now."""
    return pulse.tag(str(reader() or "-"), [loading.topic(code), *bell.topics(reader())])


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
            pace.keep(pace.LOBBY)
            response = view(code)
        except Refusal as refusal:
            return refuse(code, refusal.status, told(refusal), refusal.field)
        except BadName as refusal:
            return refuse(code, 422, str(refusal), refusal.field)
        except limits.TooMany as many:
            return refuse(code, 429, many.sentence)
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
