"""The log's page, and the log as files to keep."""

from collections.abc import Sequence

from flask import Response, request

from app.campaigns import export, log, pages
from app.campaigns.figures import figures
from app.campaigns.pages import bp, for_member
from app.teams.errors import NoTeam
from app.teams.models import Sheet, Team

ALL = "all"


@bp.get("/teams/<code:code>/log", endpoint="log")
def show(code: str) -> Response:
    """The attempts of the current sheet, of another one, or of all (M5)."""
    team = for_member(code)
    sheets = _chosen(team, str(team.sheet.number))
    attempts = log.attempts(sheets)
    return pages.page("campaigns/log.html", team=team, sheets=sheets, attempts=attempts, figures=figures(attempts))


@bp.get("/teams/<code:code>/log.csv")
def log_csv(code: str) -> Response:
    """All attempts, or those of one sheet, for a spreadsheet."""
    team = for_member(code)
    return _file(team, "csv", "text/csv", export.as_csv(log.attempts(_chosen(team, ALL))))


@bp.get("/teams/<code:code>/log.json")
def log_json(code: str) -> Response:
    """All attempts and figures, or those of one sheet, for a program."""
    team = for_member(code)
    sheets = _chosen(team, ALL)
    return _file(team, "json", "application/json", export.as_json(team, sheets, log.attempts(sheets)))


def _chosen(team: Team, default: str) -> Sequence[Sheet]:
    """The sheets that the reader asks for, by a number or as all; raise NoTeam where there is no such sheet."""
    asked = request.args.get("sheet", default)
    chosen = [sheet for sheet in team.sheets if asked in (ALL, str(sheet.number))]
    if not chosen:
        raise NoTeam(team.code)
    return chosen


def _file(team: Team, kind: str, mimetype: str, text: str) -> Response:
    return Response(text, mimetype=mimetype, headers={"Content-Disposition": export.disposition(team, kind)})
