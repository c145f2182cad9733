"""What people at a table do about time and absence: another clock, a day given, a nudge, a choice, a substitute."""

from flask import request
from flask_login import current_user

from app.accounts import limits
from app.accounts.limits import HOUR
from app.db import db
from app.games import agreements, giving, nudging, open_seats, stalling
from app.games.errors import NotHere, Refused
from app.games.forms import checked, number
from app.games.loading import seat_of
from app.games.pages import deed
from app.games.topics import topic
from app.games.views import bp
from app.notifications import muting

ANSWERS = {"agree": agreements.agree, "decline": agreements.decline}
CHOICES = {"wait": stalling.wait, "end": stalling.end}


@bp.post("/games/<code:code>/clock")
@deed
def clock(code: str) -> None:
    """Ask for the clock `clock` with `bank` times its phase in store, or `answer` to one that is asked for."""
    notation = request.form.get("clock", "")
    if answer := ANSWERS.get(request.form.get("answer", "")):
        answer(code, current_user.id, notation)
    else:
        limits.spend(f"clock {current_user.id}", 20, HOUR)
        agreements.propose(code, current_user.id, agreements.composed(notation, request.form.get("bank", "")))


@bp.post("/games/<code:code>/days")
@deed
def days(code: str) -> None:
    """Give a day to those who are awaited."""
    giving.give(code, current_user.id, number(request.form, "seen"))


@bp.post("/games/<code:code>/nudges")
@deed
def nudges(code: str) -> None:
    """Nudge those who are awaited."""
    limits.spend(f"nudge {current_user.id}", 6, HOUR)
    nudging.nudge(code, current_user.id)


@bp.post("/games/<code:code>/choice")
@deed
def choice(code: str) -> None:
    """Choose how a stalled table goes on: `wait` or `end`."""
    choose = CHOICES.get(request.form.get("choice", ""))
    if choose is None:
        raise Refused("unknown-move")
    choose(code, current_user.id, number(request.form, "seen"))


@bp.post("/games/<code:code>/substitute")
@deed
def substitute(code: str) -> None:
    """Make the link by which somebody may take a `seat`, or let it end."""
    if checked(request.form, "withdraw"):
        open_seats.withdraw(code, current_user.id)
    else:
        limits.spend(f"substitute {current_user.id}", 20, HOUR)
        open_seats.call(code, current_user.id, request.form.get("seat", ""))


@bp.post("/games/<code:code>/mute")
@deed
def mute(code: str) -> None:
    """Send no messages about this game to the person who asks, or with `muted=0` send them again."""
    if seat_of(code, current_user.id) is None:
        raise NotHere(code)
    change = muting.mute if checked(request.form, "muted") else muting.unmute
    change(current_user.id, topic(code))
    db.session.commit()
