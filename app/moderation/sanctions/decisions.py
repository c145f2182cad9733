"""Decisions: an admin takes a report and dismisses it, or warns or suspends the reported user.

Users can be warned and suspended without a report, too.
"""

from werkzeug.exceptions import NotFound

from app.accounts.models import User
from app.db import db, now
from app.i18n.languages import _
from app.moderation import labels
from app.moderation.admin import audit_log
from app.moderation.models import Report
from app.moderation.reports.free_text import clean_text
from app.moderation.reports.reporting import visible_reports
from app.moderation.sanctions import effects, enforcement
from app.refusals import Conflict, Refusal


def report_or_404(admin_id: int, number: int, lock: bool = False) -> Report:
    """Return the report with this id, locked with `lock`; raise NotFound unless the admin may see it."""
    query = visible_reports(admin_id).where(Report.id == number).execution_options(populate_existing=True)
    report = db.session.scalar(query.with_for_update(of=Report) if lock else query)
    if report is None:
        raise NotFound
    return report


def take_report(admin_id: int, number: int) -> None:
    """Assign an undecided report to an admin, even if another admin has it, and log that. Commits.

    Raises NotFound, or Conflict if it is decided.
    """
    report = _lock_undecided(admin_id, number)
    if report.taken_by != admin_id:
        report.taken_by = admin_id
        audit_log.add_entry(admin_id, "taken", report.reported_id, report_id=report.id)
    db.session.commit()


def decide_report(admin_id: int, number: int, decision: str, days: str, text: str) -> None:
    """Decide a report: dismiss it, or warn or suspend the reported user, and log that. Commits.

    `decision` is a key of labels.DECISIONS, `days` of labels.DAYS. Raises Refusal for invalid input, Conflict if
    another admin has the report or it is decided, and NotFound.
    """
    report = _lock_undecided(admin_id, number)
    if report.taken_by not in (None, admin_id) and report.taker:
        raise Conflict(_("This report is assigned to %(name)s. Take it over first.", name=report.taker.display_name))
    reason = clean_text(text, "reason")
    user = lock_user_or_404(report.reported_id)
    if decision == "dismissed":
        audit_log.add_entry(admin_id, "dismissed", user.id, reason, report.id)
    else:
        apply_sanction(admin_id, user, decision, days, reason, report.id)
    report.decision, report.decided_by, report.decided_at = decision, admin_id, now()
    db.session.commit()
    if decision == "suspended":
        effects.update_games_and_lobbies(user.id)


def sanction_user(admin_id: int, user_id: int, decision: str, days: str, text: str) -> None:
    """Warn or suspend a user, or lift a suspension ("lifted"), without a report, and log that. Commits.

    Raises Refusal for invalid input, Conflict if there is no suspension to lift, and NotFound.
    """
    user, reason = lock_user_or_404(user_id), clean_text(text, "reason")
    if decision == "lifted":
        enforcement.lift(admin_id, user, reason)
    else:
        apply_sanction(admin_id, user, decision, days, reason)
    db.session.commit()
    if decision != "warned":
        effects.update_games_and_lobbies(user.id)


def apply_sanction(
    admin_id: int, user: User, decision: str, days: str, reason: str, report_id: int | None = None
) -> None:
    """Warn or suspend a user as `decision` and `days` say, without commit; raise Refusal for invalid input."""
    if decision == "warned":
        enforcement.warn(admin_id, user, reason, report_id)
    elif decision == "suspended" and days in labels.DAYS:
        enforcement.suspend(admin_id, user, days, reason, report_id)
    else:
        raise Refusal(_("Choose what to do."), "decision")


def lock_user_or_404(user_id: int) -> User:
    """Return the user with this id, freshly read and locked until the transaction ends; raise NotFound."""
    user = db.session.get(User, user_id, with_for_update={"key_share": True}, populate_existing=True)
    if user is None:
        raise NotFound
    return user


def _lock_undecided(admin_id: int, number: int) -> Report:
    report = report_or_404(admin_id, number, lock=True)
    if report.decided_at:
        raise Conflict(_("This report has already been decided."))
    return report
