"""The page of a side's chat, where each line can be deleted, hidden or reported."""

from flask import flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import blocks, burst_limits
from app.games.chat import messages
from app.games.chat.reactions import REACTIONS
from app.games.store.errors import GameNotFound
from app.games.store.players import find_player
from app.games.table.loading import load_game
from app.games.web.forms import is_checked, read_number
from app.games.web.pages import bp
from app.games.wording.sentences import game_title
from app.http.fields import BIGINT_DIGITS
from app.http.refusal_pages import refused_on
from app.i18n.languages import _


def _render_page(code: str, status: int = 200, notice: str = "", **_values: object) -> Response:
    game = load_game(code)
    player = find_player(game, current_user.id)
    if player is None:
        raise GameNotFound(code)
    said = messages.recent_lines(game, player.side)
    page = render_template(
        "games/chat/chat.html",
        code=code,
        title=game_title(game.variant, game.city),
        lines=said[::-1],
        others={line.user_id: line.user for line in said if line.user_id != player.user_id},
        hidden=messages.hidden_authors(player.user_id),
        blocked={user.id for user in blocks.load_blocked_users(player.user_id)},
        reactions=REACTIONS,
        notice=notice,
    )
    return make_response(page, status)


@bp.get("/games/<code:code>/talk")
@login_required
def lines(code: str) -> Response:
    """Show the chat of the reader's side, line by line."""
    return _render_page(code)


@bp.post("/games/<code:code>/talk/deletions")
@login_required
@refused_on(_render_page)
def take_back(code: str) -> Response:
    """Delete the user's own line; its id is in `line`."""
    burst_limits.enforce(burst_limits.TALK)
    messages.delete_line(code, current_user.id, read_number(request.form, "line", BIGINT_DIGITS))
    flash(_("The message has been deleted."))
    return redirect(url_for(".lines", code=code), 303)


@bp.post("/games/<code:code>/talk/mutes")
@login_required
@refused_on(_render_page)
def set_muted(code: str) -> Response:
    """Hide the lines of `user` if `muted` is set, else show them again."""
    burst_limits.enforce(burst_limits.TALK)
    muted = is_checked(request.form, "muted")
    messages.set_muted(code, current_user.id, read_number(request.form, "user", BIGINT_DIGITS), muted)
    flash(
        _("Their messages are now hidden from you. They are not told.") if muted else _("You see their messages again.")
    )
    return redirect(url_for(".lines", code=code), 303)
