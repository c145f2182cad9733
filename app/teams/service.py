"""Actions on teams: create, join, leave, rename, remove a member.

Each function that changes a team commits once unless stated otherwise.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import func, select

from app.accounts.models import User
from app.accounts.names import clashes
from app.accounts.names.confusables import skeleton
from app.db import db, now
from app.http.responses import new_code
from app.i18n.languages import _
from app.refusals import NotAllowed, Refusal
from app.teams.loading import change_invited_team, change_team
from app.teams.models import Membership, Sheet, Team
from app.teams.names import normalize_team_name

MAX_MEMBERS = 20
MAX_TEAMS = 50  # that one user may create or join
MAX_LOOKUP_LENGTH = 100  # characters of a name that are looked up
DOUBLE_CLICK = timedelta(minutes=1)


def create_team(founder_id: int, name: str) -> Team:
    """Create a team with one member and its first sheet, and flush; the caller commits.

    A double click returns the team of the first click. Raises Refusal for a bad name, or if the user is in too many
    teams.
    """
    name = normalize_team_name(name)
    _check_team_count(founder_id)
    if just_made := _find_just_created(founder_id, name):
        return just_made
    team = Team(code=new_code(), invite=new_code(), name=name)
    _add_member(team, founder_id)
    team.sheets = [Sheet(number=1)]
    db.session.add(team)
    db.session.flush()
    return team


def join_team(invite: str, user_id: int, typed: str = "") -> Team:
    """Add a user to the team with this invite code, unless they are a member already; return the team.

    `typed` is the name that a new guest entered. Raises TeamNotFound for an unknown code, and Refusal if the team is
    full, the user is in too many teams, or the name could be confused with a member's.
    """
    with change_invited_team(invite) as team:
        if team.member(user_id) is None:
            _check_team_count(user_id)
            clashes.check_newcomer(db.session.get_one(User, user_id), team.active_members, typed)
            _add_member(team, user_id)
    return team


def leave_team(code: str, user_id: int) -> None:
    """Remove the user from the team; raise TeamNotFound for strangers.

    The team stays even without members: anyone with the invite code can join.
    """
    with change_team(code, user_id) as team:
        _drop_membership(team, user_id)


def remove_member(code: str, user_id: int, person: str) -> None:
    """Remove the member whose id is `person`, and replace the invite code so that they cannot rejoin with it.

    Raises NotAllowed unless the user is the manager, Refusal if there is no such other member, and TeamNotFound for
    strangers.
    """
    with change_team(code, user_id) as team:
        if team.manager.id != user_id:
            raise NotAllowed(
                _(
                    "Only %(name)s, who has been in the team longest, can remove people.",
                    name=team.manager.display_name,
                )
            )
        member = next((each for each in team.memberships if str(each.user_id) == person), None)
        if member is None or member.user_id == user_id:
            raise Refusal(_("Choose another member of this team."), "user")
        _drop_membership(team, member.user_id)
        team.invite = new_code()


def rename_team(code: str, user_id: int, name: str) -> None:
    """Rename the team; raise Refusal for a bad name, and TeamNotFound for strangers."""
    with change_team(code, user_id) as team:
        team.name = normalize_team_name(name)


def renew_invite(code: str, user_id: int) -> None:
    """Replace the invite code, so that the old one is invalid; raise TeamNotFound for strangers."""
    with change_team(code, user_id) as team:
        team.invite = new_code()


def load_teams(user_id: int) -> Sequence[Team]:
    """Return the teams that a user belongs to, sorted by name."""
    own = Team.memberships.any(Membership.user_id == user_id)
    return db.session.scalars(select(Team).where(own).order_by(Team.name, Team.id)).all()


def account_ids(names: Collection[str]) -> list[int]:
    """Return the ids of the accounts with these names, without duplicates; raise Refusal if one is unknown.

    Also refuses more names than a team can have members.
    """
    if len(names) >= MAX_MEMBERS:
        raise Refusal(_("A team can have at most %(most)d members.", most=MAX_MEMBERS), "members")
    by_skeleton = {skeleton(name[:MAX_LOOKUP_LENGTH]): name for name in names}
    people = select(User.skeleton, User.id).where(User.skeleton.in_(by_skeleton), ~User.computer)
    found = db.session.execute(people)
    ids = {row.skeleton: row.id for row in found}
    for name_skeleton, name in by_skeleton.items():
        if name_skeleton not in ids:
            nobody = _(
                "There is no account called %(name)s. Leave the name out and send them the invitation link.", name=name
            )
            raise Refusal(nobody, "members")
    return [ids[name_skeleton] for name_skeleton in by_skeleton]


def _add_member(team: Team, user_id: int) -> None:
    present = [each for each in team.memberships if each.user is None or each.user.deleted_at is None]
    if len(present) >= MAX_MEMBERS:
        raise Refusal(_("This team is full: it has %(most)d members.", most=MAX_MEMBERS))
    place = 1 + max((each.place for each in team.memberships), default=0)
    team.memberships.append(Membership(user_id=user_id, place=place))


def _check_team_count(user_id: int) -> None:
    """Lock the user until the commit; raise Refusal if they belong to too many teams."""
    db.session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))
    own = select(func.count()).where(Membership.user_id == user_id, ~Membership.named)
    if (db.session.scalar(own) or 0) >= MAX_TEAMS:
        raise Refusal(_("You are already in %(most)d teams. Leave one first.", most=MAX_TEAMS))


def _find_just_created(founder_id: int, name: str) -> Team | None:
    """Return the team of this name that the user created within the last minute, or None."""
    founder = Team.memberships.any((Membership.user_id == founder_id) & (Membership.place == 1))
    fresh = select(Team).where(Team.name == name, Team.created_at > now() - DOUBLE_CLICK, founder)
    return db.session.scalar(fresh.order_by(Team.id))


def _drop_membership(team: Team, user_id: int) -> None:
    team.memberships = [membership for membership in team.memberships if membership.user_id != user_id]
