"""Pages and actions for ended games: kudos, shared notes and the replay."""

from flask import render_template, request
from flask_login import current_user

from app import parts
from app.accounts import pace
from app.accounts.session import current_user_id
from app.games import frames, kudos, replaying, thoughts
from app.games.forms import checked, number
from app.games.pages import deed
from app.games.views import bp
from app.games.visits import MAX_DIGITS
from app.web import wants_fragment


@bp.post("/games/<code:code>/kudos", endpoint="kudos")
@deed
def praise(code: str) -> None:
    """Give kudos for a clue, or withdraw them."""
    pace.enforce(pace.KUDOS)
    kudos.give(code, current_user.id, number(request.form, "clue"))


@bp.post("/games/<code:code>/thoughts", endpoint="thoughts")
@deed
def show_thoughts(code: str) -> None:
    """Share the player's notes with the table, or stop sharing them."""
    pace.enforce(pace.KUDOS)
    thoughts.share(code, current_user.id, checked(request.form, "show"))


@bp.get("/games/<code:code>/replay")
def replay(code: str) -> str:
    """Show an ended game after one of its moves, from one seat or with the whole key open."""
    film = replaying.film(code)
    shown = frames.frame(film, _move(request.args.get("move", "")), request.args.get("seat", ""), current_user_id())
    parts.set_placeholders(version=shown.last, strip="")  # for the placeholders in the forms of a table
    return render_template("games/_replay.html" if wants_fragment() else "games/replay.html", frame=shown)


def _move(text: str) -> int:
    """Return the requested move number; 0 (the beginning) if it is not a number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else 0
