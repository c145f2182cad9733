"""Reporting somebody, and looking at what is kept of it."""

from sqlalchemy import select

from app.db import db
from app.games.store.models import ChatMessage
from app.moderation.models import AuditEntry, Report, Sanction


def say(table, person, text) -> int:
    """Let somebody say a line at a table; return its number."""
    assert person.post(f"/games/{table.code}/talk", text=text).status_code == 303
    with table.app.app_context():
        return db.session.scalars(select(ChatMessage.id).order_by(ChatMessage.id.desc())).first()


def report(who, whom, place, about="conduct", kind="abuse", **fields):
    """Send the form; `place` is a table, or a field and its value."""
    where = {"game": place.code} if hasattr(place, "code") else place
    return who.post("/reports", user=whom.user.id, about=about, kind=kind, **where, **fields)


def reported(who, whom, place, **fields) -> int:
    """Report somebody, which has to succeed; return the report's number."""
    answer = report(who, whom, place, **fields)
    assert answer.status_code == 303, answer.text
    return reports(who.app)[-1].id


def rows(app, model):
    """All rows of a kind, the oldest first."""
    with app.app_context():
        return list(db.session.scalars(select(model).order_by(model.id)))


def reports(app) -> list[Report]:
    """All reports."""
    return rows(app, Report)


def measures(app) -> list[Sanction]:
    """All warnings and suspensions."""
    return rows(app, Sanction)


def logged_actions(app) -> list[tuple[str, str]]:
    """What the log says was done, and why."""
    return [(entry.action, entry.reason) for entry in rows(app, AuditEntry)]


def decide(who, number, decision, **fields):
    """Decide about a report; return the answer."""
    return who.post(f"/admin/reports/{number}/decision", decision=decision, **fields)


def suspend(admin, whom, days="7", reason="You shouted."):
    """Suspend somebody, without a report, which has to succeed."""
    answer = admin.post(f"/admin/people/{whom.user.id}/measures", decision="suspended", days=days, reason=reason)
    assert answer.status_code == 303, answer.text
