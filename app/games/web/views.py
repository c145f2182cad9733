"""The table page and its main actions: moves, marks, chat, rematch, and the link to the next game."""

from functools import partial

from flask import flash, redirect, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import burst_limits, rate_limits
from app.accounts.auth.login_manager import current_user_id
from app.games.chat import messages, reactions
from app.games.moves import clue_checks, rematch, seating, service
from app.games.table import marks
from app.games.web import game_list
from app.games.web.forms import is_checked, read_move, read_number
from app.games.web.pages import answer_with_table, bp, load_page, render_table
from app.games.web.reader import readers_query
from app.http.responses import is_code, redirect_to, wants_fragment
from app.i18n.languages import _
from app.live import topic_versions


@bp.get("/games/<code:code>")
def game(code: str) -> Response:
    """Show the table, or the fragment of it that polls."""
    page = load_page(code)
    return (wants_fragment() and topic_versions.not_modified(page.tag)) or render_table(page)


@bp.post("/games/<code:code>/moves")
@login_required
def moves(code: str) -> Response:
    """Play a move; a doubtful clue is shown to its giver again before it is played."""
    burst_limits.enforce(burst_limits.MOVES)
    move, seen = read_move(request.form), read_number(request.form, "seen")
    try:
        shown = partial(readers_query, user_ids=[current_user.id]) if wants_fragment() else None
        played = service.play_move(code, current_user.id, move, seen, request.form.get("sure", ""), shown)
    except clue_checks.ClueObjection as doubt:
        return render_table(load_page(code), 422, doubt=doubt)
    return answer_with_table(code, played)


@bp.post("/games/<code:code>/marks", endpoint="marks")
@login_required
def toggle_mark(code: str) -> Response:
    """Point at a card, or stop pointing."""
    burst_limits.enforce(burst_limits.MARKS)
    marks.toggle_mark(code, current_user.id, read_number(request.form, "card"))
    return answer_with_table(code)


@bp.post("/games/<code:code>/talk")
@login_required
def talk(code: str) -> Response:
    """Post a line to the chat of the player's own side."""
    burst_limits.enforce(burst_limits.TALK)
    messages.post_line(code, current_user.id, request.form.get("text", ""))
    return answer_with_table(code)


@bp.post("/games/<code:code>/reactions", endpoint="reactions")
@login_required
def react(code: str) -> Response:
    """Send one of the fixed reactions to the other side."""
    burst_limits.enforce(burst_limits.TALK)
    reactions.react(code, current_user.id, request.form.get("reaction", ""))
    return answer_with_table(code)


@bp.post("/games/<code:code>/seats")
@login_required
def seats(code: str) -> Response:
    """Become the spymaster of a team that has lost its own."""
    seating.become_spymaster(code, current_user.id)
    return answer_with_table(code)


@bp.post("/games/<code:code>/rematch")
@login_required
def again(code: str) -> Response:
    """Redirect to the rematch, creating it if it does not exist yet."""
    rate_limits.enforce(f"rematch {current_user.id}")
    flip, rotate = is_checked(request.form, "flip"), is_checked(request.form, "rotate")
    following = rematch.find_or_create_rematch(code, current_user.id, flip=flip, rotate=rotate)
    return redirect_to(url_for("games.game", code=following.code))


@bp.get("/next")
def next_game() -> Response:
    """Redirect to the user's most urgent game other than `but`, else to the home page."""
    me, asked = current_user_id(), request.args.get("but", "")
    but = asked if is_code(asked) else ""
    code = game_list.next_game_code(me, but) if me else None
    if code:
        return redirect(url_for("games.game", code=code), 303)
    if me is None:
        flash(_("Sign in to see which game is waiting for you."))
    else:
        flash(_("No other game is waiting for you right now.") if but else _("No game is waiting for you right now."))
    return redirect(url_for("lobbies.home"), 303)
