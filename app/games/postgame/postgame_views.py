"""Pages and actions for ended games: kudos, shared notes and the replay."""

from flask import render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import burst_limits
from app.accounts.auth.login_manager import current_user_id
from app.games.postgame import kudos, replay, replay_page, shared_notes
from app.games.postgame.rematch_panel import build_rematch_panel
from app.games.store.players import find_player
from app.games.table.loading import load_game
from app.games.table.unread_moves import MAX_DIGITS
from app.games.web.forms import is_checked, read_number
from app.games.web.pages import answer_with_table, bp, load_page
from app.http.fields import parse_int
from app.http.fragments import fragment_cache
from app.http.responses import redirect_to, render_fragment, wants_fragment
from app.live import topic_versions


@bp.post("/games/<code:code>/kudos", endpoint="kudos")
@login_required
def toggle_kudos(code: str) -> Response:
    """Give kudos for a clue, or withdraw them."""
    burst_limits.enforce(burst_limits.KUDOS)
    kudos.toggle_kudos(code, current_user.id, read_number(request.form, "clue"))
    return answer_with_table(code)


@bp.post("/games/<code:code>/thoughts", endpoint="thoughts")
@login_required
def share_notes(code: str) -> Response:
    """Share the player's notes with the table, or stop sharing them."""
    burst_limits.enforce(burst_limits.KUDOS)
    shared_notes.set_shared(code, current_user.id, is_checked(request.form, "show"))
    return answer_with_table(code)


@bp.get("/games/<code:code>/rematch", endpoint="rematch")
def show_rematch(code: str) -> Response:
    """Show the part of an end page that polls: what follows. A game that is not over leads to its table."""
    page = load_page(code)
    if page.game.finished_at is None:
        return redirect_to(url_for("games.game", code=code))
    return topic_versions.not_modified(page.tag) or _render_rematch(code, page.tag)


def _render_rematch(code: str, tag: str) -> Response:
    ended = load_game(code)
    panel = build_rematch_panel(ended, find_player(ended, current_user_id()))
    return render_fragment("games/postgame/_rematch.html", tag, again=panel)


@bp.get("/games/<code:code>/replay", endpoint="replay")
def show_replay(code: str) -> str:
    """Show an ended game after one of its moves, from one seat or with the whole key open."""
    loaded = replay.load_replay(code)
    shown = replay_page.build_frame(
        loaded,
        parse_int(request.args.get("move", ""), MAX_DIGITS) or 0,
        request.args.get("seat", ""),
        current_user_id(),
    )
    fragment_cache.set_placeholders(version=shown.last, strip="")  # for the placeholders in the forms of a table
    return render_template("games/replay/_replay.html" if wants_fragment() else "games/replay/replay.html", frame=shown)
