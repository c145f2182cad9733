"""What somebody reported, and what was decided about them, for the file of their own data.

Who reported them, and that anybody did, is not theirs to know; nor is what others said.
"""

from typing import Any

from sqlalchemy import select

from app.accounts import export
from app.accounts.export import time
from app.db import db
from app.moderation import measures
from app.moderation.models import Report


def reports(user_id: int) -> list[dict[str, Any]]:
    """Return the reports that a person made, without those whom they are about."""
    own = select(Report).where(Report.reporter_id == user_id).order_by(Report.id)
    return [
        {
            "made": time(each.made_at),
            "kind": each.kind,
            "place": each.place,
            "about": each.about,
            "words": each.words,
            "decided": time(each.decided_at),
        }
        for each in db.session.scalars(own)
    ]


def decided(user_id: int) -> list[dict[str, Any]]:
    """Return the warnings and suspensions of a person, the first one first."""
    return [
        {
            "kind": each.kind,
            "reason": each.reason,
            "made": time(each.made_at),
            "until": time(each.until),
            "lifted": time(each.lifted_at),
        }
        for each in measures.of(user_id)[::-1]
    ]


export.parts["reports"] = reports
export.parts["measures"] = decided
