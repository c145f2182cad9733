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
    """The attempts of the current sheet, of another one, or of all (M5)."""
    team = member_team_or_404(code)
    chosen = request.args.get("sheet", str(team.current_sheet.number))
    sheets = _chosen_sheets(team, chosen)
    attempts = log.load_attempts(sheets)
    values: dict[str, Any] = {"attempts": attempts, "figures": team_statistics(attempts), "map_size": len(MAP)}
    return pages.render_page("campaigns/log/log.html", team=team, sheets=sheets, chosen=chosen, **values)


@bp.get("/teams/<code:code>/log.csv")
def log_csv(code: str) -> Response:
    """All attempts, or those of one sheet, as CSV."""
    team = member_team_or_404(code)
    sheets = _chosen_sheets(team, request.args.get("sheet", ALL))
    return _download(team, "csv", "text/csv", export.as_csv(log.load_attempts(sheets)))


@bp.get("/teams/<code:code>/log.json")
def log_json(code: str) -> Response:
    """All attempts and statistics, or those of one sheet, as JSON."""
    team = member_team_or_404(code)
    sheets = _chosen_sheets(team, request.args.get("sheet", ALL))
    return _download(team, "json", "application/json", export.as_json(team, sheets, log.load_attempts(sheets)))


def _chosen_sheets(team: Team, chosen: str) -> Sequence[Sheet]:
    """Return the sheets for a number or for `all`; raise TeamNotFound if there is no such sheet."""
    sheets = [sheet for sheet in team.sheets if chosen in (ALL, str(sheet.number))]
    if not sheets:
        raise TeamNotFound(team.code)
    return sheets


def _download(team: Team, kind: str, mimetype: str, text: str) -> Response:
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": export.content_disposition(team, kind)})
