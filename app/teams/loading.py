"""Loading a team for a member, and changing it: one lock, one bump of its topic, and one commit a change."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Select, exists, select

from app.db import db
from app.http.responses import is_code
from app.live import topic_versions
from app.teams.errors import TeamNotFound
from app.teams.models import Membership, Team


def team_topic(team_id: int) -> str:
    """Return the topic of a team, which is bumped when its members, map or attempts change."""
    return topic_versions.secret_topic("team", team_id)


def find_team_id(code: str, user_id: int | None) -> int:
    """Return the id of the team with this code, in one small query; raise TeamNotFound unless the user is a member."""
    query = select(Team.id).join(Membership).where(Team.code == code, Membership.user_id == user_id)
    team_id = db.session.scalar(query)
    if team_id is None:
        raise TeamNotFound(code)
    return team_id


def team_or_404(code: str, user_id: int | None) -> Team:
    """Return the team with this code, freshly read; raise TeamNotFound unless the user is a member."""
    return _require_member(_one_or_404(select(Team).where(Team.code == code)), user_id)


@contextmanager
def change_team(code: str, user_id: int | None) -> Iterator[Team]:
    """Lock a team for a `with` block that changes it; then bump its topic and commit.

    Any exception rolls back. Raises TeamNotFound unless the user is a member.
    """
    with _locked_team(select(Team).where(Team.code == code)) as team:
        yield _require_member(team, user_id)


@contextmanager
def change_invited_team(invite: str) -> Iterator[Team]:
    """Lock the team with this invite code for a change, as `change_team` does, but for non-members too.

    Raises TeamNotFound if there is no such code.
    """
    with _locked_team(select(Team).where(Team.invite == invite)) as team:
        yield team


def team_by_invite(invite: str) -> Team:
    """Return the team with this invite code, freshly read; raise TeamNotFound if there is none."""
    return _one_or_404(select(Team).where(Team.invite == invite))


def is_team_invite(text: str) -> bool:
    """Return whether some team has this invite code."""
    return is_code(text) and bool(db.session.scalar(select(exists().where(Team.invite == text))))


def is_own_team(text: str, user_id: int | None) -> bool:
    """Return whether this is the code of a team that the user belongs to."""
    own = exists().where(Team.code == text, Team.id == Membership.team_id, Membership.user_id == user_id)
    return is_code(text) and bool(db.session.scalar(select(own)))


@contextmanager
def _locked_team(query: Select[Team]) -> Iterator[Team]:
    try:
        team = _one_or_404(query.with_for_update(of=Team))
        yield team
        topic_versions.bump(team_topic(team.id))
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def _require_member(team: Team, user_id: int | None) -> Team:
    if team.member(user_id) is None:
        raise TeamNotFound(team.code)
    return team


def _one_or_404(query: Select[Team]) -> Team:
    team = db.session.scalar(query.execution_options(populate_existing=True))
    if team is None:
        raise TeamNotFound
    return team
