"""Who is with somebody in a team."""

from sqlalchemy import ColumnElement, select

from app.accounts import company
from app.accounts.models import User
from app.teams.models import Membership


def meeting(user_id: int) -> ColumnElement[bool]:
    """Return what a query asks of such people."""
    own = select(Membership.team_id).where(Membership.user_id == user_id)
    here = select(Membership.user_id).where(Membership.team_id.in_(own))
    return User.id.in_(here)


company.meetings.append(meeting)
