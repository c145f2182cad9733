"""The admins' pages of reports and of the audit log. They show no cards and no e-mail addresses.

Reports that the admin may not see are answered with 404. Refusals show the report again.
"""

from typing import Any

from flask import request
from flask_login import current_user
from werkzeug.wrappers import Response

from app.http.refusal_pages import refused_on
from app.moderation.admin import audit_log
from app.moderation.admin.admin_pages import (
    PAGE_SIZE,
    before_id,
    bp,
    redirect_done,
    render_admin_page,
    require_password,
    split_page,
)
from app.moderation.reports import reporting
from app.moderation.reports.surroundings import load_surroundings
from app.moderation.sanctions import decisions, enforcement


def _report_page(number: int, status: int = 200, **values: Any) -> Response:
    report = decisions.report_or_404(current_user.id, number)
    given = {"surroundings": load_surroundings(report), "sanctions": enforcement.load_sanctions(report.reported_id)}
    return render_admin_page("admin_report.html", status, report=report, **given, **values)


@bp.get("/admin")
def reports() -> Response:
    """Show the open reports that the admin may see, newest first, or with `closed` the decided ones."""
    closed = bool(request.args.get("closed"))
    rows, more = split_page(reporting.load_page(current_user.id, not closed, PAGE_SIZE + 1, before_id()))
    return render_admin_page("reports.html", reports=rows, more=more, closed=closed)


@bp.get("/admin/reports/<int:number>")
def report(number: int) -> Response:
    """Show a report with its evidence, its context and the form to decide it."""
    return _report_page(number)


@bp.post("/admin/reports/<int:number>/hand")
@refused_on(_report_page)
def take(number: int) -> Response:
    """Assign a report to this admin, and redirect to it."""
    decisions.take_report(current_user.id, number)
    return redirect_done(".report", number=number)


@bp.post("/admin/reports/<int:number>/decision")
@refused_on(_report_page)
def decide(number: int) -> Response:
    """Decide a report by `decision`, `days` and `reason`, after the password is confirmed; redirect to the reports."""
    require_password()
    sent = [request.form.get(name, "") for name in ("decision", "days", "reason")]
    decisions.decide_report(current_user.id, number, *sent)
    return redirect_done(".reports")


@bp.get("/admin/log")
def log() -> Response:
    """Show the audit log, newest first."""
    rows, more = split_page(audit_log.load_entries(PAGE_SIZE + 1, before_id()))
    return render_admin_page("audit_log.html", entries=rows, more=more)
