"""The log page, and the log as downloads."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request

from app.campaigns import export, log, pages
from app.campaigns.figures import figures
from app.campaigns.pages import bp, for_member
from app.rules.missions import MAP
from app.teams.errors import TeamNotFound
from app.teams.models import Sheet, Team

ALL = "all"


@bp.get("/teams/<code:code>/log", endpoint="log")
def show(code: str) -> Response:
    """The attempts of the current sheet, of another one, or of all (M5)."""
    team = for_member(code)
    chosen = request.args.get("sheet", str(team.current_sheet.number))
    sheets = _sheets(team, chosen)
    attempts = log.attempts(sheets)
    told: dict[str, Any] = {"attempts": attempts, "figures": figures(attempts), "map_size": len(MAP)}
    return pages.page("campaigns/log.html", team=team, sheets=sheets, chosen=chosen, **told)


@bp.get("/teams/<code:code>/log.csv")
def log_csv(code: str) -> Response:
    """All attempts, or those of one sheet, as CSV."""
    team = for_member(code)
    sheets = _sheets(team, request.args.get("sheet", ALL))
    return _file(team, "csv", "text/csv", export.as_csv(log.attempts(sheets)))


@bp.get("/teams/<code:code>/log.json")
def log_json(code: str) -> Response:
    """All attempts and statistics, or those of one sheet, as JSON."""
    team = for_member(code)
    sheets = _sheets(team, request.args.get("sheet", ALL))
    return _file(team, "json", "application/json", export.as_json(team, sheets, log.attempts(sheets)))


def _sheets(team: Team, chosen: str) -> Sequence[Sheet]:
    """Return the sheets for a number or for `all`; raise TeamNotFound if there is no such sheet."""
    sheets = [sheet for sheet in team.sheets if chosen in (ALL, str(sheet.number))]
    if not sheets:
        raise TeamNotFound(team.code)
    return sheets


def _file(team: Team, kind: str, mimetype: str, text: str) -> Response:
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": export.disposition(team, kind)})
