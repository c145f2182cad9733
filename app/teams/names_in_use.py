"""The members of a user's teams, for the check of confusable names."""

from sqlalchemy import ColumnElement, select

from app.accounts.models import User
from app.accounts.names import clashes
from app.teams.models import Membership


def shares_team(user_id: int) -> ColumnElement[bool]:
    """Return an SQL condition for the users who are in a team with this user, including the user."""
    own = select(Membership.team_id).where(Membership.user_id == user_id)
    here = select(Membership.user_id).where(Membership.team_id.in_(own))
    return User.id.in_(here)


clashes.together_filters.append(shares_team)
