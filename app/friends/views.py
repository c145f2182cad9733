"""The page of people one has played with, and its actions: invite, mute and block."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from werkzeug.wrappers import Response

from app.accounts import blocks, burst_limits, rate_limits
from app.db import db
from app.friends.played_with import find_last_game, load_friends
from app.games.store.models import Game
from app.games.wording.sentences import game_title
from app.i18n.languages import _, lazy_gettext
from app.lobbies import invitations
from app.notifications import muting
from app.notifications.views import parse_id
from app.refusals import Refusal

bp = Blueprint("friends", __name__)

NOT_PLAYED_WITH = lazy_gettext("Choose someone you have played with.")


@bp.get("/people")
@login_required
def people() -> Response:
    """Show the people one has played with, most recent first, and those one has blocked."""
    return _render_people()


def person_action(view: Callable[[int, Game | None], Response]) -> Callable[[], Any]:
    """Pass a view the person in `user` and the last game together; show a refusal on the page.

    A blocked person need not have played: they may have met in a lobby.
    """

    @wraps(view)
    def answer() -> Response:
        try:
            burst_limits.enforce(burst_limits.LOBBY)
            other = parse_id(request.form.get("user", ""))
            game = find_last_game(current_user.id, other) if other else None
            if other is None or (game is None and not blocks.has_blocked(current_user.id, other)):
                raise Refusal(NOT_PLAYED_WITH)
            return view(other, game)
        except Refusal as refusal:
            return _render_people(refusal.status, refusal.sentence)
        except rate_limits.RateLimited as many:
            return _render_people(429, many.sentence)

    guarded: Callable[[], Any] = login_required(answer)
    return guarded


@bp.post("/people/invitations")
@person_action
def invite(other: int, game: Game | None) -> Response:
    """Invite somebody to the variant played last, in the lobby already open or a new one."""
    if game is None:
        raise Refusal(NOT_PLAYED_WITH)
    alike = {"clock": game.clock, "touching": game.touching, "late_touch": game.late_touch}
    lobby = invitations.invite(current_user.id, [other], game.variant, house=game.deal.get("house", []), **alike)
    flash(_("The invitation is on its way. Take a seat in the meantime."))
    return redirect(url_for("lobbies.lobby", code=lobby.code), 303)


@bp.post("/people/mutes")
@person_action
def mute(other: int, _game: Game | None) -> Response:
    """Mute somebody's invitations if `muted` is sent, else unmute them."""
    change = muting.mute if request.form.get("muted") else muting.unmute
    change(current_user.id, invitations.mute_topic(other))
    return _redirect_saved()


@bp.post("/people/blocks")
@person_action
def block(other: int, _game: Game | None) -> Response:
    """Block somebody if `blocked` is sent, else unblock them."""
    change = blocks.block if request.form.get("blocked") else blocks.unblock
    change(current_user.id, other)
    return _redirect_saved()


def _redirect_saved() -> Response:
    db.session.commit()
    flash(_("Saved."))
    return redirect(url_for(".people"), 303)


def _render_people(status: int = 200, notice: str = "") -> Response:
    me = current_user.id
    shown = {
        "friends": load_friends(me),
        "blocked": blocks.load_blocked_users(me),
        "title": game_title,
        "notice": notice,
    }
    return make_response(render_template("friends/friends.html", **shown), status)
