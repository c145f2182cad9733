"""The admins' pages of reports and the audit log. They show no cards and no email addresses."""

from typing import Any

from flask import request, url_for
from flask_login import current_user
from werkzeug.wrappers import Response

from app.moderation import audit, deciding, measures, reporting
from app.moderation.admin_pages import MANY, before, deed, for_admins, paged, require_password, show
from app.moderation.around import around
from app.moderation.report_views import bp


def _report(number: int, status: int = 200, **values: Any) -> Response:
    report = deciding.find(current_user.id, number)
    given = {"around": around(report), "measures": measures.of(report.reported_id)}
    return show("dossier.html", status, report=report, **given, **values)


@bp.get("/admin")
@for_admins
def reports() -> Response:
    """Show the open reports, or with `closed` the decided ones."""
    closed = bool(request.args.get("closed"))
    rows, more = paged(reporting.page(current_user.id, not closed, MANY + 1, before()))
    return show("reports.html", reports=rows, more=more, closed=closed)


@bp.get("/admin/reports/<int:number>")
@for_admins
def report(number: int) -> Response:
    """Show a report with its evidence and the decision form."""
    return _report(number)


@bp.post("/admin/reports/<int:number>/hand")
@deed(_report)
def take(number: int) -> str:
    """Assign a report to this admin."""
    deciding.take(current_user.id, number)
    return url_for(".report", number=number)


@bp.post("/admin/reports/<int:number>/decision")
@deed(_report)
def decide(number: int) -> str:
    """Decide a report; fields: `decision`, `days` and `reason`."""
    require_password()
    sent = [request.form.get(name, "") for name in ("decision", "days", "reason")]
    deciding.decide(current_user.id, number, *sent)
    return url_for(".reports")


@bp.get("/admin/log")
@for_admins
def log() -> Response:
    """Show the audit log, newest first."""
    rows, more = paged(audit.entries(MANY + 1, before()))
    return show("log.html", entries=rows, more=more)
