"""What people do once a game is over: praise clues, show what they thought, and watch it again."""

from flask import render_template, request
from flask_login import current_user

from app import parts
from app.accounts import pace
from app.accounts.session import reader
from app.games import frames, kudos, replaying, thoughts
from app.games.forms import checked, number
from app.games.pages import deed
from app.games.views import bp
from app.games.visits import DIGITS
from app.web import wants_fragment


@bp.post("/games/<code:code>/kudos", endpoint="kudos")
@deed
def praise(code: str) -> None:
    """Give kudos to a clue, or take them back."""
    pace.keep(pace.KUDOS)
    kudos.give(code, current_user.id, number(request.form, "clue"))


@bp.post("/games/<code:code>/thoughts", endpoint="thoughts")
@deed
def show_thoughts(code: str) -> None:
    """Show those who sat at the table what one thought, or no more."""
    pace.keep(pace.KUDOS)
    thoughts.share(code, current_user.id, checked(request.form, "show"))


@bp.get("/games/<code:code>/replay")
def replay(code: str) -> str:
    """Show a game that is over after one of its moves, from one seat or with everything open."""
    film = replaying.film(code)
    shown = frames.frame(film, _move(request.args.get("move", "")), request.args.get("seat", ""), reader())
    parts.fills(version=shown.last, strip="")  # which the forms of a table bring along
    return render_template("games/_replay.html" if wants_fragment() else "games/replay.html", frame=shown)


def _move(text: str) -> int:
    """Return which move is asked for; what is no number asks for the beginning."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0
