"""Erasure of a deleted user's words in reports, and of their warnings and suspensions.

An open report about the user stays with its quotes: otherwise deleting the account would be a way to escape it. Once
decided, it is deleted with the other old reports (reports/reporting.py).
"""

from sqlalchemy import delete, update

from app.accounts import erasure
from app.db import db
from app.moderation.models import Report, Sanction


def erase_user_data(user_id: int) -> None:
    """Delete a user's sanctions and the decided reports about them, without commit.

    The reports they made stay, without their words.
    """
    done = (Report.reported_id == user_id, Report.decided_at.is_not(None))
    db.session.execute(delete(Report).where(*done))
    db.session.execute(update(Report).where(Report.reporter_id == user_id).values(words=""))
    db.session.execute(delete(Sanction).where(Sanction.user_id == user_id))


erasure.erasure_hooks.append(erase_user_data)
