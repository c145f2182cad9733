"""The page of one lobby, and a view for each action in it.

Actions answer with the lobby (`answer_with_lobby`) unless stated otherwise. Refusals show it with their status.
"""

import io

import segno
from flask import Response, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.accounts.auth import guests
from app.accounts.auth.login_manager import current_user_id
from app.http.responses import redirect_to, wants_fragment
from app.i18n.languages import _
from app.live import topic_versions
from app.lobbies import changes, computers, hosting, loading, seating, starting
from app.lobbies.web.pages import answer_with_lobby, bp, lobby_tag, redirect_home, render_lobby
from app.lobbies.web.settings_form import SettingsForm
from app.refusals import Refusal


@bp.get("/lobbies/<code:code>")
def lobby(code: str) -> AnyResponse:
    """Show the lobby page; to htmx, return its fragment, or 204 if nothing has changed."""
    tag = lobby_tag(code)
    return (wants_fragment() and topic_versions.not_modified(tag)) or render_lobby(code, tag)


@bp.get("/lobbies/<code:code>/qr.svg")
def qr(code: str) -> Response:
    """Return an SVG image with the lobby's link as a QR code."""
    loading.find_open_lobby(code)
    picture = io.BytesIO()
    link = url_for("lobbies.lobby", code=code, _external=True)
    segno.make(link, micro=False).save(picture, kind="svg", scale=4, dark="#000", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), mimetype="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


@bp.post("/lobbies/<code:code>/seats")
def seats(code: str) -> AnyResponse:
    """Take the `seat` sent, or stand up if it is empty; a visitor joins as a guest called `name`."""
    guests.limit_new_guest()
    member = seating.take_seat(code, current_user_id(), request.form.get("seat", ""), request.form.get("name", ""))
    guests.sign_in_guest(member.user_id)
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/computers")
def seat_computer(code: str) -> AnyResponse:
    """Give the empty `seat` to the computer; for the host."""
    computers.seat_computer(code, current_user_id(), request.form.get("seat", ""))
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/volunteer")
def volunteer(code: str) -> AnyResponse:
    """Offer to be spymaster, or with `willing=0` withdraw the offer."""
    seating.volunteer(code, current_user_id(), request.form.get("willing") != "0")
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/leave")
def leave(code: str) -> AnyResponse:
    """Leave the lobby, and redirect to the home page."""
    seating.leave(code, current_user_id())
    return redirect_home(_("You left the lobby."))


@bp.post("/lobbies/<code:code>/shuffle")
def shuffle(code: str) -> AnyResponse:
    """Draw seats for everybody by lot; for the host."""
    hosting.shuffle(code, current_user_id())
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/settings")
def settings(code: str) -> AnyResponse:
    """Change the game, from the fields of the form that opens a lobby and an attempt's `city`; for the host."""
    found = loading.find_open_lobby(code)
    loading.require_host(found, current_user_id())
    form = SettingsForm(found, request.form)
    if not form.validate():
        raise Refusal(form.error_text(), "settings")
    changes.change_settings(code, current_user_id(), form.settings(), form.public.data, form.city.data, form.bots.data)
    return answer_with_lobby(code, _("Saved. Everyone in the lobby plays by these settings."))


@bp.post("/lobbies/<code:code>/members")
def members(code: str) -> AnyResponse:
    """Move `user` to `seat`, or with `remove` or `admit` remove or admit them; for the host."""
    person = request.form.get("user", "")
    if request.form.get("remove"):
        hosting.remove(code, current_user_id(), person)
    elif request.form.get("admit"):
        hosting.admit(code, current_user_id(), person)
    else:
        hosting.move(code, current_user_id(), person, request.form.get("seat", ""))
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/host")
def host(code: str) -> AnyResponse:
    """Make `user` the host; for the host."""
    hosting.hand_over(code, current_user_id(), request.form.get("user", ""))
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/lock")
def lock(code: str) -> AnyResponse:
    """Lock the lobby if `locked` is sent, else unlock it; for the host."""
    hosting.lock(code, current_user_id(), bool(request.form.get("locked")))
    return answer_with_lobby(code)


@bp.post("/lobbies/<code:code>/close")
def close(code: str) -> AnyResponse:
    """Close the lobby without a game, and redirect to the home page."""
    hosting.close(code, current_user_id())
    return redirect_home(_("You closed the lobby."))


@bp.post("/lobbies/<code:code>/start")
def start(code: str) -> AnyResponse:
    """Start the game, and redirect to it."""
    return redirect_to(url_for("games.game", code=starting.start_game(code, current_user_id())))
