"""Operations on teams: listing and getting them, their log, and setting out for a city."""

from flask import Response

from app.accounts import burst_limits, rate_limits
from app.api.caller import user_id
from app.api.lobby_views import form_fields, invalid_form
from app.api.models.problems import Problem
from app.api.models.teams import AttemptLobby, AttemptRequest, City, Team, TeamList, TeamLog
from app.api.operations import operation
from app.campaigns import attempts, export, log, map_sheets
from app.campaigns.forms import AttemptForm
from app.campaigns.map_sheets import Spot
from app.lobbies.web import home_lists
from app.teams.loading import team_or_404


@operation("GET", "/teams", "read", answer=TeamList)
def list_teams() -> TeamList:
    """List your teams."""
    return TeamList.model_validate({"teams": home_lists.load_home(user_id()).teams})


@operation("GET", "/teams/<code:code>", "read", answer=Team, refusals={404: Problem})
def get_team(code: str) -> Team:
    """Get one of your teams, with its map."""
    team = team_or_404(code, user_id())
    sheet = team.current_sheet
    return Team(
        code=team.code,
        name=team.name,
        members=[member.display_name for member in team.active_members],
        sheet=sheet.number,
        route=map_sheets.load_route(sheet),
        cities=[_city(spot) for spot in map_sheets.load_city_map(sheet).values()],
    )


@operation("GET", "/teams/<code:code>/log", "read", answer=TeamLog, refusals={404: Problem})
def get_team_log(code: str) -> TeamLog:
    """Get all attempts of one of your teams, on all its map sheets."""
    team = team_or_404(code, user_id())
    return TeamLog.model_validate_json(export.as_json(team, team.sheets, log.load_attempts(team.sheets)))


@operation(
    "POST",
    "/teams/<code:code>/attempts",
    "lobby",
    body=AttemptRequest,
    answer=AttemptLobby,
    refusals={404: Problem, 422: Problem},
)
def set_out(code: str, body: AttemptRequest) -> AttemptLobby | Response:
    """Set out for an open city: open your team's lobby for it, or find the one that is open."""
    burst_limits.enforce(burst_limits.TEAM)
    fields = form_fields(body)
    fields.add("variant", body.variant)
    form = AttemptForm(fields)
    if not form.validate():
        return invalid_form(form)
    rate_limits.enforce(f"lobby {user_id()}")
    lobby, existing = attempts.open_lobby(code, user_id(), body.city, form.settings())
    return AttemptLobby(lobby=lobby, existing=existing)


def _city(spot: Spot) -> City:
    return City(
        name=spot.name,
        title=spot.title,
        state=spot.state,
        tokens=spot.tokens,
        mistakes=spot.mistakes,
        wins=spot.wins,
        losses=spot.losses,
        with_computer=spot.with_computer,
        games=[game.code for game in spot.games],
        lobbies=[lobby.code for lobby in spot.lobbies],
        neighbours=[city.name for city in spot.neighbours],
    )
