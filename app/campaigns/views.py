"""Views of a team's map: showing it, choosing a city, opening a lobby, and starting a new sheet.

After a refusal, the form's page is shown again with the sentence and the refusal's status. Strangers get 404.
"""

from typing import Any

from flask import Response, abort, flash, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import rate_limits
from app.accounts.auth.login_manager import current_user_id
from app.campaigns import attempts, log, map_sheets, pages
from app.campaigns.forms import AttemptForm
from app.campaigns.pages import bp, member_team_or_404, redirect_with_message, render_map, team_tag
from app.http.fields import parse_int
from app.http.refusal_pages import refused_on
from app.http.responses import redirect_to, wants_fragment
from app.i18n.languages import _
from app.live import topic_versions
from app.lobbies import invitations
from app.lobbies.web.forms import playable_variants
from app.refusals import Refusal
from app.rules import VARIANTS
from app.rules.missions import MAP


@bp.get("/teams/<code:code>")
def team(code: str) -> AnyResponse:
    """Show the map of the current sheet; to htmx, return its fragment, or 204 if nothing has changed."""
    tag = team_tag(code)
    return (wants_fragment() and topic_versions.not_modified(tag)) or _render_current_map(code, tag)


@bp.get("/teams/<code:code>/sheets/<int:number>")
def sheet(code: str, number: int) -> AnyResponse:
    """Show the map of an archived sheet, as `team` does; redirect to the team if the sheet is the current one."""
    tag, team = team_tag(code), member_team_or_404(code)
    chosen = map_sheets.sheet_or_404(team, number)
    if chosen.ended_at is None:
        return redirect_to(url_for("campaigns.team", code=code))
    return (wants_fragment() and topic_versions.not_modified(tag)) or render_map(team, chosen, tag)


@bp.get("/teams/<code:code>/cities/<city>")
def city(code: str, city: str) -> Response:
    """Show a city of the current sheet: its difficulty, its attempts, and the form to start one; 404 if unknown."""
    return _render_city(code, city)


def _render_form_page(code: str, **refused: Any) -> AnyResponse:
    """Return the page that the attempt form was on: the city's own, or the map if there is no such city."""
    name = request.form.get("city", "")
    return _render_city(code, name, **refused) if name in MAP else _render_current_map(code, team_tag(code), **refused)


@bp.post("/teams/<code:code>/attempts")
@refused_on(_render_form_page)
def start_attempt(code: str) -> AnyResponse:
    """Open or find the lobby for an attempt at `city`, and redirect to it.

    With `last`, the settings are those of the team's last attempt instead of those sent.
    """
    if request.form.get("last"):
        form = AttemptForm(last=attempts.last_attempt(member_team_or_404(code)))
    else:
        form = AttemptForm(request.form)
        if not form.validate():
            raise Refusal(form.error_text(), "deck")
    rate_limits.enforce(f"lobby {current_user_id()}")
    lobby, met = attempts.open_lobby(code, current_user_id() or 0, request.form.get("city", ""), form.settings())
    if met:
        flash(_("Your team already had a lobby open: its deck and house rules apply."))
    return redirect_to(url_for("lobbies.lobby", code=lobby))


def _render_map_again(code: str, **refused: Any) -> AnyResponse:
    return _render_current_map(code, team_tag(code), **refused)


@bp.post("/teams/<code:code>/tables")
@refused_on(_render_map_again)
def open_lobby(code: str) -> AnyResponse:
    """Invite the whole team to a lobby of `variant` outside the campaign, and redirect to it."""
    team, variant = member_team_or_404(code), VARIANTS.get(request.form.get("variant", ""))
    if variant is None or variant not in playable_variants():
        raise Refusal(_("That game is not available here."))
    lobby = invitations.invite_to_variant(
        current_user_id() or 0, [person.id for person in team.active_members], variant.name
    )
    flash(_("Your team has been invited. Take a seat in the meantime."))
    return redirect_to(url_for("lobbies.lobby", code=lobby.code))


@bp.post("/teams/<code:code>/sheets")
@refused_on(_render_map_again)
def start_sheet(code: str) -> AnyResponse:
    """Archive the sheet with `number`, start the next one, and redirect to its map; `sure` must be ticked."""
    if not request.form.get("sure"):
        raise Refusal(_("Tick the box first: an archived sheet cannot be played any more."), "sure")
    number = parse_int(request.form.get("number", ""), digits=6)
    if number is None:
        raise Refusal(_("That form was incomplete. Reload the page and send it again."))
    fresh = map_sheets.start_next_sheet(code, current_user_id() or 0, number)
    begun = _("A fresh sheet: you start again in Prague.")
    return redirect_with_message(
        begun if fresh else _("Someone had already archived that sheet."), "campaigns.team", code=code
    )


def _render_current_map(code: str, tag: str, status: int = 200, **values: Any) -> Response:
    team = member_team_or_404(code)
    return render_map(team, team.current_sheet, tag, status, **values)


def _render_city(code: str, name: str, status: int = 200, **values: Any) -> Response:
    team = member_team_or_404(code)
    if name not in MAP:
        abort(404)
    chart = map_sheets.load_city_map(team.current_sheet)
    sent = request.form if status >= 400 else None
    form = AttemptForm(sent, request.args.get("variant", ""), attempts.last_attempt(team))
    tried = log.load_attempts([team.current_sheet], name)
    given = {"team": team, "spot": chart[name], "chart": chart, "form": form, "attempts": tried}
    return pages.render_page("campaigns/map/city.html", status, **given, **values)
