"""Form actions that concern only the player: notes, dots, and marking moves as read."""

from flask import request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import burst_limits
from app.games.chat import notes
from app.games.table import unread_moves
from app.games.web.forms import read_number
from app.games.web.pages import answer_with_table, bp
from app.http.responses import redirect_to, wants_fragment


@bp.post("/games/<code:code>/notes", endpoint="notes")
@login_required
def write(code: str) -> Response:
    """Save the player's pad."""
    burst_limits.enforce(burst_limits.NOTES)
    notes.save_pad(code, current_user.id, request.form.get("note", ""))
    return answer_with_table(code)


@bp.post("/games/<code:code>/dots")
@login_required
def dots(code: str) -> Response:
    """Set or remove a dot on a card; without JavaScript, the page keeps the chosen colour."""
    burst_limits.enforce(burst_limits.MARKS)
    colour = request.form.get("colour", "")
    notes.toggle_dot(code, current_user.id, read_number(request.form, "card"), colour)
    if wants_fragment():
        return answer_with_table(code)
    return redirect_to(url_for("games.game", code=code, dots=colour, _anchor="dots"))


@bp.post("/games/<code:code>/looked", endpoint="looked")
@login_required
def dismiss_strip(code: str) -> Response:
    """Mark the news on the page as read ("Got it")."""
    unread_moves.dismiss_strip(code, current_user.id)
    return answer_with_table(code)
