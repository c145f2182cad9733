"""The log page, and the log as downloads."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request

from app.campaigns import export, log, pages
from app.campaigns.pages import bp, member_team_or_404
from app.campaigns.statistics import team_statistics
from app.rules.missions import MAP
from app.teams.errors import TeamNotFound
from app.teams.models import Sheet, Team

ALL = "all"


@bp.get("/teams/<code:code>/log", endpoint="log")
def show(code: str) -> Response:
    """Show the log of the current sheet; with `sheet`, of the sheet with this number, or of `all` (M5)."""
    team = member_team_or_404(code)
    chosen = request.args.get("sheet", str(team.current_sheet.number))
    sheets = _chosen_sheets(team, chosen)
    attempts = log.load_attempts(sheets)
    values: dict[str, Any] = {"attempts": attempts, "figures": team_statistics(attempts), "map_size": len(MAP)}
    return pages.render_page("campaigns/log/log.html", team=team, sheets=sheets, chosen=chosen, **values)


@bp.get("/teams/<code:code>/log.csv")
def log_csv(code: str) -> Response:
    """Return all attempts as a CSV file, or with `sheet` only those of the sheet with this number."""
    team = member_team_or_404(code)
    sheets = _chosen_sheets(team, request.args.get("sheet", ALL))
    return _download(team, "csv", "text/csv", export.as_csv(log.load_attempts(sheets)))


@bp.get("/teams/<code:code>/log.json")
def log_json(code: str) -> Response:
    """Return all attempts and their statistics as a JSON file, or with `sheet` those of the sheet with this number."""
    team = member_team_or_404(code)
    sheets = _chosen_sheets(team, request.args.get("sheet", ALL))
    return _download(team, "json", "application/json", export.as_json(team, sheets, log.load_attempts(sheets)))


def _chosen_sheets(team: Team, chosen: str) -> Sequence[Sheet]:
    """Return the team's sheet with the number `chosen`, or every sheet for "all"; raise TeamNotFound."""
    sheets = [sheet for sheet in team.sheets if chosen in (ALL, str(sheet.number))]
    if not sheets:
        raise TeamNotFound(team.code)
    return sheets


def _download(team: Team, kind: str, mimetype: str, text: str) -> Response:
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": export.content_disposition(team, kind)})
