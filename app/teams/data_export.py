"""A user's teams, for the data export."""

from typing import Any

from sqlalchemy import select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.teams.models import Membership, Team


def export_teams(user_id: int) -> list[dict[str, Any]]:
    """Return the code, name and joining time of each of the user's teams, without the other members."""
    columns = (Team.code, Team.name, Membership.joined_at)
    own = select(*columns).join(Membership).where(Membership.user_id == user_id).order_by(Team.id)
    return [{"code": row.code, "name": row.name, "joined": iso_time(row.joined_at)} for row in db.session.execute(own)]


data_export.sections["teams"] = export_teams
