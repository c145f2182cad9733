"""The page of people one has played with, and its actions: invite, mute and block."""

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import blocks, burst_limits
from app.db import db
from app.friends.played_with import find_last_game, load_friends
from app.games.store.models import Game
from app.games.wording.sentences import game_title
from app.http.fields import parse_int
from app.http.refusal_pages import show_refusal
from app.i18n.languages import _, lazy_gettext
from app.lobbies import invitations
from app.notifications import muting
from app.refusals import Refusal

bp = Blueprint("friends", __name__)

NOT_PLAYED_WITH = lazy_gettext("Choose someone you have played with.")


@bp.get("/people")
@login_required
def people() -> Response:
    """Show the people one has played with, most recent first, and those one has blocked."""
    return _render_people()


@bp.errorhandler(Refusal)
def handle_refusal(refusal: Refusal) -> Response:
    """Show the page again with the refusal's sentence and status."""
    return show_refusal(refusal.status, lambda: refusal.sentence, refusal.field, _render_people)


@bp.post("/people/invitations")
@login_required
def invite() -> Response:
    """Invite `user` to the host's open lobby, or a new one with the last shared game's settings; redirect to it."""
    other, game = _chosen_person()
    if game is None:
        raise Refusal(NOT_PLAYED_WITH)
    alike = {"clock": game.clock, "touching": game.touching, "late_touch": game.late_touch}
    lobby = invitations.invite(current_user.id, [other], game.variant, house=game.deal.get("house", []), **alike)
    flash(_("The invitation is on its way. Take a seat in the meantime."))
    return redirect(url_for("lobbies.lobby", code=lobby.code), 303)


@bp.post("/people/mutes")
@login_required
def mute() -> Response:
    """Mute the invitations from `user` if `muted` is sent, else unmute them; redirect to the page."""
    other, _game = _chosen_person()
    change = muting.mute if request.form.get("muted") else muting.unmute
    change(current_user.id, invitations.mute_topic(other))
    return _redirect_saved()


@bp.post("/people/blocks")
@login_required
def block() -> Response:
    """Block `user` if `blocked` is sent, else unblock them; redirect to the page."""
    other, _game = _chosen_person()
    change = blocks.block if request.form.get("blocked") else blocks.unblock
    change(current_user.id, other)
    return _redirect_saved()


def _chosen_person() -> tuple[int, Game | None]:
    """Return the id in `user` and the last game together; raise Refusal unless the two have played together.

    For a person whom the user has blocked the game may be None: they may have met in a lobby. Raises RateLimited.
    """
    burst_limits.enforce(burst_limits.LOBBY)
    other = parse_int(request.form.get("user", ""))
    game = find_last_game(current_user.id, other) if other else None
    if other is None or (game is None and not blocks.has_blocked(current_user.id, other)):
        raise Refusal(NOT_PLAYED_WITH)
    return other, game


def _redirect_saved() -> Response:
    db.session.commit()
    flash(_("Saved."))
    return redirect(url_for(".people"), 303)


def _render_people(status: int = 200, notice: str = "", **_values: object) -> Response:
    me = current_user.id
    shown = {
        "friends": load_friends(me),
        "blocked": blocks.load_blocked_users(me),
        "title": game_title,
        "notice": notice,
    }
    return make_response(render_template("friends/friends.html", **shown), status)
