"""The page of a side's chat, where each line can be deleted, hidden or reported."""

from collections.abc import Callable
from functools import wraps

from flask import flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import blocks, burst_limits
from app.accounts.rate_limits import RateLimited
from app.games.chat import messages
from app.games.store.errors import ActionRefused, GameNotFound
from app.games.table.loading import find_player, load_game
from app.games.web.forms import is_checked
from app.games.web.views import bp
from app.games.wording.sentences import game_title, table_refusal_text
from app.i18n.languages import _
from app.rules import VARIANTS


def chat_action(view: Callable[[str], str]) -> Callable[[str], Response]:
    """Turn a view into a form action: flash the message it returns, or show the page with the reason for a refusal."""

    @wraps(view)
    def answer(code: str) -> Response:
        try:
            burst_limits.enforce(burst_limits.TALK)
            flash(view(code))
        except ActionRefused as refused:
            return _render_page(
                code, refused.status, table_refusal_text(refused.code, VARIANTS[load_game(code).variant].game)
            )
        except RateLimited as many:
            return _render_page(code, 429, many.sentence)
        return redirect(url_for(".lines", code=code), 303)

    guarded: Callable[[str], Response] = login_required(answer)
    return guarded


@bp.get("/games/<code:code>/talk")
@login_required
def lines(code: str) -> Response:
    """Show the chat of the reader's side, line by line."""
    return _render_page(code)


@bp.post("/games/<code:code>/talk/deletions")
@chat_action
def take_back(code: str) -> str:
    """Delete the user's own line; its id is in `line`."""
    messages.delete_line(code, current_user.id, _read_row_id("line"))
    return _("The message has been deleted.")


@bp.post("/games/<code:code>/talk/mutes")
@chat_action
def hear(code: str) -> str:
    """Hide the lines of `user` if `muted` is set, else show them again."""
    muted = is_checked(request.form, "muted")
    messages.set_muted(code, current_user.id, _read_row_id("user"), muted)
    return (
        _("Their messages are now hidden from you. They are not told.") if muted else _("You see their messages again.")
    )


def _read_row_id(name: str) -> int:
    """Return a form field that holds a row id; raises ActionRefused."""
    text = request.form.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ActionRefused("bad-number")
    return int(text)


def _render_page(code: str, status: int = 200, notice: str = "") -> Response:
    game = load_game(code)
    player = find_player(game, current_user.id)
    if player is None:
        raise GameNotFound(code)
    said = messages.recent_lines(game, player.side)
    page = render_template(
        "games/chat.html",
        code=code,
        title=game_title(game.variant, game.city),
        lines=said[::-1],
        others={line.user_id: line.user for line in said if line.user_id != player.user_id},
        hidden=messages.hidden_authors(player.user_id),
        blocked={user.id for user in blocks.load_blocked_users(player.user_id)},
        notice=notice,
    )
    return make_response(page, status)
