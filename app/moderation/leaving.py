"""Who goes for good takes along what they wrote in reports, and what was decided about them.

An open report about them stays, with what it quotes: otherwise an account would be deleted to be rid of it. Once it is
decided, and nobody is left to whom it matters, it goes with the others (reporting.forget).
"""

from sqlalchemy import delete, update

from app.accounts import leaving
from app.db import db
from app.moderation.models import Measure, Report


def erase(user_id: int) -> None:
    """Erase somebody's own words from their reports, the decided ones about them, and what was decided about them."""
    done = (Report.reported_id == user_id, Report.decided_at.is_not(None))
    db.session.execute(delete(Report).where(*done))
    db.session.execute(update(Report).where(Report.reporter_id == user_id).values(words=""))
    db.session.execute(delete(Measure).where(Measure.user_id == user_id))


leaving.erasers.append(erase)
