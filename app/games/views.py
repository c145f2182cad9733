"""The pages of a game: the table, the moves, marks, talk, playing again, and the way to the next game."""

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask_login import current_user, login_required
from werkzeug.datastructures import MultiDict

from app import pulse, rules
from app.games import clues, listing, rematch, scene, seating, service, talking
from app.games.forms import BadForm, checked, number, read_move
from app.games.loading import NotHere, find, player_of
from app.games.sentences import REFUSALS
from app.rules.seats import side_of
from app.web import fragment, not_found, wants_fragment

bp = Blueprint("games", __name__)
bp.register_error_handler(NotHere, not_found)  # a stranger learns nothing, not even that the game exists


@bp.get("/games/<code:code>")
def game(code: str) -> Any:
    """Show the table, or the part of it that polls."""
    tag = tag_of(code)
    if wants_fragment() and (answer := pulse.unchanged(tag)):
        return answer
    return show(code, tag)


@bp.post("/games/<code:code>/moves")
@login_required
def moves(code: str) -> Any:
    """Play a move."""
    try:
        move = read_move(request.form)
        service.play(code, current_user.id, move, number(request.form, "seen"), request.form.get("sure", ""))
    except rules.IllegalMove as error:
        return refuse(code, error.code)
    except BadForm as error:
        return refuse(code, error.code)
    except service.Stale:
        return refuse(code, "stale", 409)
    except clues.Doubtful as doubt:
        return show(code, tag_of(code), 422, doubt=doubt)
    return done(code)


@bp.post("/games/<code:code>/marks")
@login_required
def marks(code: str) -> Any:
    """Point at a card, or stop pointing at it."""
    try:
        talking.mark(code, current_user.id, number(request.form, "card"))
    except (BadForm, talking.Refused):
        return refuse(code, "cannot-mark")
    return done(code)


@bp.post("/games/<code:code>/talk")
@login_required
def talk(code: str) -> Any:
    """Say a line to one's own side."""
    try:
        talking.say(code, current_user.id, request.form.get("text", ""))
    except talking.Refused as refused:
        return refuse(code, refused.code)
    return done(code)


@bp.post("/games/<code:code>/seats")
@login_required
def seats(code: str) -> Any:
    """Become the spymaster of a team that has lost its own."""
    try:
        seating.volunteer(code, current_user.id)
    except talking.Refused as refused:
        return refuse(code, refused.code, 409)
    return done(code)


@bp.post("/games/<code:code>/rematch")
@login_required
def again(code: str) -> Any:
    """Lead to the game that follows, making it if nobody has yet."""
    flags = {name: checked(request.form, name) for name in ("flip", "rotate")}
    try:
        following = rematch.rematch(code, current_user.id, **flags)
    except talking.Refused as refused:
        return refuse(code, refused.code)
    return lead_to(following.code)


@bp.get("/next")
def next_game() -> Any:
    """Lead to the game that has waited longest for this person, else to the front page."""
    code = listing.next_code(current_user.id) if current_user.is_authenticated else None
    return redirect(url_for("games.game", code=code) if code else url_for("lobbies.front"), 303)


def reader() -> int | None:
    """Return who is reading, None without an account."""
    return current_user.id if current_user.is_authenticated else None


def tag_of(code: str) -> str:
    """Return the tag of what this reader's page shows now; raise NotHere. A new seat changes it too."""
    player = player_of(find(code), reader())
    topics = [f"game:{code}"]
    if player is not None:
        topics.append(talking.room(code, side_of(player.seat)))
    return pulse.tag(f"{reader() or '-'}.{player.seat if player else '-'}", topics)


def show(code: str, tag: str, status: int = 200, **values: object) -> Response:
    """Render the table for this reader as page or fragment; `values` are a refusal's and what was typed with it."""
    template = "games/_table.html" if wants_fragment() else "games/game.html"
    typed = request.form if status >= 400 else MultiDict()
    return fragment(template, tag, status, scene=scene.build(find(code), reader()), typed=typed, **values)


def refuse(code: str, why: str, status: int = 422) -> Response:
    """Show the table with the reason why nothing was done."""
    return show(code, tag_of(code), status, notice=REFUSALS[why])


def done(code: str) -> Any:
    """Answer a deed: the fresh fragment to htmx, the way back to the table to a plain form."""
    if wants_fragment():
        return show(code, tag_of(code))
    return redirect(url_for("games.game", code=code), 303)


def lead_to(code: str) -> Any:
    """Send the reader to another game, by htmx or plainly."""
    address = url_for("games.game", code=code)
    if wants_fragment():
        return Response(headers={"HX-Redirect": address})
    return redirect(address, 303)
