"""Erasure of the names of teams whose last member is erased."""

from sqlalchemy import select, update

from app.accounts import erasure
from app.accounts.models import User
from app.db import db
from app.teams.models import Membership, Team


def erase_team_names(user_id: int) -> None:
    """Replace the names of the teams of which this user is the last undeleted member by "…", without commit."""
    members = select(Membership.team_id).join(User)
    others = members.where(User.deleted_at.is_(None), User.id != user_id)
    own = select(Membership.team_id).where(Membership.user_id == user_id)
    db.session.execute(update(Team).where(Team.id.in_(own), Team.id.not_in(others)).values(name="…"))


erasure.erasure_hooks.append(erase_team_names)
