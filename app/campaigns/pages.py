"""What the campaign views share: the blueprint, its guards, the map page and its polled fragment."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, current_app, flash, make_response, render_template, request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response as AnyResponse

from app.accounts import burst_limits
from app.accounts.auth.login_manager import current_user_id
from app.campaigns import labels, map_layout, map_sheets, team_creation
from app.http.responses import handle_http_error, redirect_to, render_fragment, wants_fragment
from app.live import topic_versions
from app.notifications import bell
from app.rules.missions import MAP
from app.teams.errors import TeamNotFound
from app.teams.loading import find_team_id, team_or_404, team_topic
from app.teams.models import Sheet, Team

bp = Blueprint("campaigns", __name__)


@bp.app_context_processor
def _template_globals() -> dict[str, object]:
    """Return the template variables `campaign_labels` and `map_layout`."""
    return {"campaign_labels": labels, "map_layout": map_layout}


@bp.errorhandler(TeamNotFound)
def handle_no_team(error: TeamNotFound) -> AnyResponse:
    """Return a 404 page that does not tell whether the team exists; htmx also leaves for the list of teams."""
    response = handle_http_error(error)
    if wants_fragment():
        response.headers["HX-Redirect"] = url_for("campaigns.teams")
    return response


def team_tag(code: str) -> str:
    """Return the tag by which polls of a team's page see changes, for this member; raise TeamNotFound."""
    return topic_versions.current_tag(
        str(current_user_id()),
        [team_topic(find_team_id(code, current_user_id())), *bell.bell_topics(current_user_id())],
    )


def render_map(team: Team, sheet: Sheet, tag: str, status: int = 200, **values: Any) -> Response:
    """Return the page of a sheet's map, or for htmx its polled fragment; `values` come from a refusal."""
    template = "campaigns/log/_sheet.html" if wants_fragment() else "campaigns/log/sheet.html"
    route = map_sheets.load_route(sheet)
    given = {
        "route": [MAP[city] for city in route],
        "legs": map_sheets.route_legs(route),
        "team": team,
        "sheet": sheet,
        "chart": map_sheets.load_city_map(sheet),
        "address": _city_url_function(team, sheet),
        "invited": team_creation.invited_names(team) if len(team.active_members) == 1 else (),
    }
    return render_fragment(template, tag, status, polled=sheet.ended_at is None, **given, **values)


def _city_url_function(team: Team, sheet: Sheet) -> Callable[[str], str]:
    """Return a function from a city's name to its URL: its page, or on an archived sheet that sheet's log."""
    if sheet.ended_at is None:
        return lambda city: url_for("campaigns.city", code=team.code, city=city)
    return lambda city: url_for("campaigns.log", code=team.code, sheet=sheet.number)


@bp.before_request
def guard_actions() -> Any:
    """Before a POST, send visitors to sign in and raise RateLimited after too many; return None to go on.

    Accepting an invitation is exempt, since it is for visitors too.
    """
    if request.method == "POST" and request.endpoint != "campaigns.accept":
        if not current_user.is_authenticated:
            return current_app.login_manager.unauthorized()  # type: ignore[attr-defined]
        burst_limits.enforce(burst_limits.TEAM)
    return None


def member_team_or_404(code: str) -> Team:
    """Return the team with this code if the signed-in user is a member.

    Raises TeamNotFound for anybody else, so that strangers learn nothing.
    """
    return team_or_404(code, current_user_id())


def redirect_with_message(message: str, endpoint: str, **values: Any) -> AnyResponse:
    """Flash a message and return a redirect to an endpoint."""
    flash(message)
    return redirect_to(url_for(endpoint, **values))


def render_page(template: str, status: int = 200, **values: Any) -> Response:
    """Return a page of this blueprint; with an error status, its form keeps what was typed."""
    typed = request.form if status >= 400 else {}
    return make_response(render_template(template, typed=typed, **values), status)
