"""Views for time and absence: clock proposals, extra days, nudges, stalled games, substitute links, muting."""

from flask import request
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import rate_limits
from app.db import db
from app.games.clock import missed_turns, nudging, open_seats, proposals, time_extensions
from app.games.store.errors import ActionRefused, GameNotFound
from app.games.store.topics import game_topic
from app.games.table.loading import find_seat
from app.games.web.forms import is_checked, read_number
from app.games.web.pages import answer_with_table, bp
from app.notifications import muting

ANSWERS = {"agree": proposals.agree, "decline": proposals.decline}
CHOICES = {"wait": missed_turns.restart_phase, "end": missed_turns.end_game}


@bp.post("/games/<code:code>/clock")
@login_required
def clock(code: str) -> Response:
    """Propose the clock `clock` with a bank of `bank` phases, or `answer` an open proposal."""
    notation = request.form.get("clock", "")
    if answer := ANSWERS.get(request.form.get("answer", "")):
        answer(code, current_user.id, notation)
    else:
        rate_limits.enforce(f"clock {current_user.id}")
        proposals.propose(code, current_user.id, proposals.clock_notation(notation, request.form.get("bank", "")))
    return answer_with_table(code)


@bp.post("/games/<code:code>/days")
@login_required
def days(code: str) -> Response:
    """Give the side in turn another day."""
    time_extensions.give_day(code, current_user.id, read_number(request.form, "seen"))
    return answer_with_table(code)


@bp.post("/games/<code:code>/nudges")
@login_required
def nudges(code: str) -> Response:
    """Send a reminder to the players in turn."""
    rate_limits.enforce(f"nudge {current_user.id}")
    nudging.nudge(code, current_user.id)
    return answer_with_table(code)


@bp.post("/games/<code:code>/choice")
@login_required
def choice(code: str) -> Response:
    """Choose how a stalled game goes on: `wait` or `end`."""
    choose = CHOICES.get(request.form.get("choice", ""))
    if choose is None:
        raise ActionRefused("unknown-move")
    choose(code, current_user.id, read_number(request.form, "seen"))
    return answer_with_table(code)


@bp.post("/games/<code:code>/substitute")
@login_required
def substitute(code: str) -> Response:
    """Create the substitute link for `seat`, or with `withdraw` delete it."""
    if is_checked(request.form, "withdraw"):
        open_seats.delete_link(code, current_user.id)
    else:
        rate_limits.enforce(f"substitute {current_user.id}")
        open_seats.create_link(code, current_user.id, request.form.get("seat", ""))
    return answer_with_table(code)


@bp.post("/games/<code:code>/mute")
@login_required
def mute(code: str) -> Response:
    """Mute notifications about this game for the user, or unmute them with `muted=0`."""
    if find_seat(code, current_user.id) is None:
        raise GameNotFound(code)
    change = muting.mute if is_checked(request.form, "muted") else muting.unmute
    change(current_user.id, game_topic(code))
    db.session.commit()
    return answer_with_table(code)
