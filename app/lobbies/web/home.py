"""Views of the home page and of the ways into a lobby: by code, by opening one, from the list, or with the computer."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, abort, flash, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import rate_limits
from app.accounts.auth import guests
from app.accounts.auth.login_manager import current_user_id
from app.games.store.models import Game
from app.games.store.settings import GameSettings
from app.http.responses import redirect_to, render_fragment, wants_fragment
from app.i18n.languages import _, language, lazy_gettext
from app.live import topic_versions
from app.lobbies import matching, service, starting
from app.lobbies.labels import VARIANT_DESCRIPTIONS
from app.lobbies.models import Lobby
from app.lobbies.web import home_lists
from app.lobbies.web.forms import LobbyForm, deck_values, playable_variants
from app.lobbies.web.pages import bp
from app.puzzles import plays
from app.refusals import Refusal
from app.rules import VARIANTS, Variant
from app.teams.loading import is_own_team, is_team_invite

ENDPOINTS = {Lobby: "lobbies.lobby", Game: "games.game"}
ALONE: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "duet": ("a", {"tokens": 10, "mistakes": 10}),
    "classic": ("red-operative", {}),
}
"""The seat and the settings of somebody who plays with the computer, by variant."""
UNKNOWN_CODE = lazy_gettext("There is no lobby or game with this code. Ask for the link again.")


@bp.get("/")
def home() -> AnyResponse:
    """Show the home page; to htmx, return the fragment with the user's own lists, or 204 if nothing has changed."""
    me = current_user_id()
    if not wants_fragment():
        return _render_home()
    if me is None:
        return redirect_to(url_for(".home"))  # signed out since the page was loaded
    lists = home_lists.load_home(me)
    return topic_versions.not_modified(lists.tag) or render_fragment("lobbies/home/_personal_lists.html", **vars(lists))


@bp.get("/lobbies")
def find() -> AnyResponse:
    """Redirect to the lobby, game, team or invitation with this `code` or link; else show the home page with 404."""
    typed = request.args.get("code", "")
    code = typed.strip().rstrip("/").rpartition("/")[2].lower()
    if kind := service.model_with_code(code):
        return redirect(url_for(ENDPOINTS[kind], code=code), 303)
    if is_team_invite(code):
        return redirect(url_for("campaigns.invitation", invite=code), 303)
    if is_own_team(code, current_user_id()):
        return redirect(url_for("campaigns.team", code=code), 303)
    return _render_home(404, typed=typed, lost=UNKNOWN_CODE)


@bp.get("/lobbies/new")
def new() -> Response:
    """Show the form for the chosen `variant`, or without it the choice of variants; 404 for an unknown variant.

    The form begins with the settings of the user's last lobby of this variant, and with the decks in `deck` if any.
    """
    name = request.args.get("variant")
    if name is None:
        return _render_variants()
    if VARIANTS.get(name) not in playable_variants():
        abort(404)
    variant, wanted = VARIANTS[name], request.args.getlist("deck")
    last = service.last_settings(current_user_id(), name)
    return _render_form(variant, _form_as(last, variant, wanted) if last else LobbyForm(variant, wanted=wanted))


@bp.post("/lobbies")
def create() -> AnyResponse:
    """Open a lobby and redirect to it; a visitor becomes its host as a guest called `name`.

    With `last`, the settings are those of the host's last lobby of this variant, and a double click opens one lobby;
    with `seat`, the host sits down. A refused form is shown again with its errors.
    """
    variant = VARIANTS.get(request.form.get("variant", "classic"))
    if variant is None or variant not in playable_variants():
        return _render_variants(422, _("That game is not available here."))
    if request.form.get("last") and (fresh := service.find_just_opened(current_user_id(), variant.name)):
        return redirect(url_for("lobbies.lobby", code=fresh.code), 303)
    form = LobbyForm(variant, request.form)
    if not form.validate():
        return _render_form(variant, form, 422)
    try:
        guests.limit_new_guest()
        if (host_id := current_user_id()) is not None:
            rate_limits.enforce(f"lobby {host_id}")
        lobby = service.open_lobby(
            host_id,
            form.name.data or "",
            _last_or_sent(form, host_id),
            form.public.data,
            variant.seats[0] if request.form.get("seat") else None,
            form.bots.data,
        )
    except Refusal as refusal:
        if refusal.field == "name" and request.form.get("last"):
            return _render_home(refusal.status, name=form.name.data or "", bad_name=refusal.sentence)
        if refusal.field != "name":
            return _render_form(variant, form, refusal.status, refusal.sentence)
        form.name.errors = [refusal.sentence]
        return _render_form(variant, form, refusal.status)
    guests.sign_in_guest(lobby.host_id)
    return redirect(url_for("lobbies.lobby", code=lobby.code), 303)


@bp.post("/play")
def play_now() -> AnyResponse:
    """Start a game of `variant` with the computer on all other seats, and redirect to it.

    A visitor plays as a guest called `name`; a bad name is shown on the home page. A double click starts one game.
    """
    me, variant = current_user_id(), request.form.get("variant", "")
    if variant not in ALONE:
        return _render_home(422)
    if fresh := service.find_just_started(me, variant):
        return redirect(url_for("games.game", code=fresh), 303)
    seat, changes = ALONE[variant]
    name = request.form.get("name", "")
    try:
        guests.limit_new_guest()
        if me is not None:
            rate_limits.enforce(f"lobby {me}")
        settings = replace(LobbyForm(VARIANTS[variant]).settings(), **changes)
        code, user_id = starting.start_with_computer(me, name, settings, seat)
    except Refusal as refusal:
        if refusal.field != "name":
            raise
        return _render_home(refusal.status, name=name, bad_name=refusal.sentence)
    guests.sign_in_guest(user_id)
    return redirect(url_for("games.game", code=code), 303)


@bp.post("/lobbies/join")
def join_first() -> AnyResponse:
    """Seat the user in the listed lobby that fits and has waited longest, and redirect to it.

    A visitor joins as a guest called `name`. If no lobby fits, redirects to the home page.
    """
    me, name = current_user_id(), request.form.get("name", "")
    try:
        guests.limit_new_guest()
        found = matching.join_first(me, name, home_lists.load_listed_lobbies())
    except Refusal as refusal:
        if refusal.field != "name":
            raise
        return _render_home(refusal.status, name=name, bad_name=refusal.sentence)
    if found is None:
        flash(_("No open lobby fits right now. Open one and list it: somebody may join you."))
        return redirect(url_for(".home"), 303)
    code, user_id = found
    guests.sign_in_guest(user_id)
    return redirect(url_for("lobbies.lobby", code=code), 303)


def _last_or_sent(form: LobbyForm, host_id: int | None) -> GameSettings:
    """Return the settings of the host's last lobby if the form asks for them and there is one, else those sent."""
    last = service.last_settings(host_id, form.game_variant.name) if request.form.get("last") else None
    return _form_as(last, form.game_variant).settings() if last else form.settings()


def _form_as(last: GameSettings, variant: Variant, wanted: Sequence[str] = ()) -> LobbyForm:
    """Return the form of a variant with earlier settings; the `wanted` decks, if any, take the place of theirs."""
    form = LobbyForm(variant, wanted=wanted or deck_values(last.deck))
    form.preset(last)
    return form


def _render_home(status: int = 200, **values: str) -> Response:
    me = current_user_id()
    games = [(variant.name, VARIANT_DESCRIPTIONS[variant.name]) for variant in playable_variants()]
    shown = vars(home_lists.load_home(me)) if me is not None else home_lists.load_for_visitor()
    puzzle = plays.todays_puzzle(language(), shown["plays"])
    return render_fragment("lobbies/home/home.html", status=status, offered=games, puzzle=puzzle, **shown, **values)


def _render_variants(status: int = 200, notice: str = "") -> Response:
    page = render_template(
        "lobbies/settings/choose_variant.html", variants=playable_variants(), about=VARIANT_DESCRIPTIONS, notice=notice
    )
    return make_response(page, status)


def _render_form(variant: Variant, form: LobbyForm, status: int = 200, notice: str = "") -> Response:
    page = render_template(
        "lobbies/new_lobby.html",
        variant=variant,
        form=form,
        about=VARIANT_DESCRIPTIONS[variant.name],
        notice=notice,
    )
    return make_response(page, status)
