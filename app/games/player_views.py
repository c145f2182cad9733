"""What a player does at a table for themselves alone: their notes, their dots, and having read what happened."""

from flask import request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from app.accounts import pace
from app.games import notes, visits
from app.games.forms import number
from app.games.pages import deed
from app.games.views import bp
from app.web import lead_to, wants_fragment


@bp.post("/games/<code:code>/notes", endpoint="notes")
@deed
def write(code: str) -> None:
    """Keep what stands on one's pad."""
    pace.keep(pace.NOTES)
    notes.write(code, current_user.id, request.form.get("note", ""))


@bp.post("/games/<code:code>/dots")
@deed
def dots(code: str) -> Response | None:
    """Put a dot on a card, or take it off; a page without a script goes on with that colour."""
    pace.keep(pace.MARKS)
    colour = request.form.get("colour", "")
    notes.dot(code, current_user.id, number(request.form, "card"), colour)
    return None if wants_fragment() else lead_to(url_for("games.game", code=code, dots=colour, _anchor="dots"))


@bp.post("/games/<code:code>/looked")
@deed
def looked(code: str) -> None:
    """Let all that the page tells of be known."""
    visits.got_it(code, current_user.id)
