"""The reports that a user made, and the user's sanctions, for the data export.

Reports about the user are left out: they would reveal who reported them and what others said.
"""

from typing import Any

from sqlalchemy import select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.moderation.models import Report
from app.moderation.sanctions import enforcement


def export_reports(user_id: int) -> list[dict[str, Any]]:
    """Return the reports that a user made as dicts, oldest first, without the reported users."""
    own = select(Report).where(Report.reporter_id == user_id).order_by(Report.id)
    return [
        {
            "made": iso_time(each.made_at),
            "kind": each.kind,
            "place": each.place,
            "about": each.about,
            "words": each.words,
            "decided": iso_time(each.decided_at),
        }
        for each in db.session.scalars(own)
    ]


def export_sanctions(user_id: int) -> list[dict[str, Any]]:
    """Return a user's warnings and suspensions as dicts, oldest first."""
    return [
        {
            "kind": each.kind,
            "reason": each.reason,
            "made": iso_time(each.made_at),
            "until": iso_time(each.until),
            "lifted": iso_time(each.lifted_at),
        }
        for each in enforcement.load_sanctions(user_id)[::-1]
    ]


data_export.sections["reports"] = export_reports
data_export.sections["measures"] = export_sanctions
