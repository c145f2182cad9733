"""Actions on teams: create, join, leave, rename, remove a member. Each function commits once."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import func, select

from app.accounts import company
from app.accounts.lookalikes import skeleton
from app.accounts.models import User
from app.db import db, now
from app.languages import _
from app.refusals import NotAllowed, Refusal
from app.teams.loading import changing, invited
from app.teams.models import Membership, Sheet, Team
from app.teams.names import clean
from app.web import new_code

MOST_MEMBERS = 20
MOST_TEAMS = 50  # that one user may create or join
LONGEST_LOOKUP = 100  # characters of a name that are looked up
A_MOMENT = timedelta(minutes=1)


def found(founder_id: int, name: str) -> Team:
    """Create a team with one member and its first sheet, and flush; the caller commits. Others join by invitation.

    A double click returns the team of the first click. Raises Refusal for a bad name or too many teams.
    """
    name = clean(name)
    _check_room(founder_id)
    if just_made := _just_made(founder_id, name):
        return just_made
    team = Team(code=new_code(), invite=new_code(), name=name)
    _join(team, founder_id)
    team.sheets = [Sheet(number=1)]
    db.session.add(team)
    db.session.flush()
    return team


def join(invite: str, user_id: int, typed: str = "") -> Team:
    """Add a user to the team with this invite code; members stay members. `typed` is the name a new guest entered.

    Raises TeamNotFound, or Refusal if the team is full or the name could be confused with a member's.
    """
    with invited(invite) as team:
        if team.member(user_id) is None:
            _check_room(user_id)
            company.check(db.session.get_one(User, user_id), team.people, typed)
            _join(team, user_id)
    return team


def leave(code: str, user_id: int) -> None:
    """Remove the user from the team, which stays; anyone with the invite code can still join."""
    with changing(code, user_id) as team:
        _part(team, user_id)


def remove(code: str, user_id: int, person: str) -> None:
    """Remove a member and replace the invite code, so that they cannot rejoin with it; only the manager may."""
    with changing(code, user_id) as team:
        if team.keeper.id != user_id:
            raise NotAllowed(
                _(
                    "Only %(name)s, who has been in the team longest, can take people out.",
                    name=team.keeper.display_name,
                )
            )
        member = next((each for each in team.memberships if str(each.user_id) == person), None)
        if member is None or member.user_id == user_id:
            raise Refusal(_("Choose somebody else who is in this team."), "user")
        _part(team, member.user_id)
        team.invite = new_code()


def rename(code: str, user_id: int, name: str) -> None:
    """Rename the team; raise Refusal."""
    with changing(code, user_id) as team:
        team.name = clean(name)


def invite_anew(code: str, user_id: int) -> None:
    """Replace the invite code; the old one becomes invalid."""
    with changing(code, user_id) as team:
        team.invite = new_code()


def mine(user_id: int) -> Sequence[Team]:
    """Return a user's teams by name."""
    own = Team.memberships.any(Membership.user_id == user_id)
    return db.session.scalars(select(Team).where(own).order_by(Team.name, Team.id)).all()


def named(names: Collection[str]) -> list[int]:
    """Return the ids of the accounts with these names; raise Refusal for an unknown name or too many names."""
    if len(names) >= MOST_MEMBERS:
        raise Refusal(_("A team has at most %(most)d people.", most=MOST_MEMBERS), "members")
    bones = {skeleton(name[:LONGEST_LOOKUP]): name for name in names}
    found = db.session.execute(select(User.skeleton, User.id).where(User.skeleton.in_(bones)))
    ids = {row.skeleton: row.id for row in found}
    for bone, name in bones.items():
        if bone not in ids:
            nobody = _("Nobody here is called %(name)s. Leave the name out, and send them the invitation.", name=name)
            raise Refusal(nobody, "members")
    return [ids[bone] for bone in bones]


def _join(team: Team, user_id: int) -> None:
    present = [each for each in team.memberships if each.user is None or each.user.deleted_at is None]
    if len(present) >= MOST_MEMBERS:
        raise Refusal(_("This team is full: %(most)d people are in it.", most=MOST_MEMBERS))
    place = 1 + max((each.place for each in team.memberships), default=0)
    team.memberships.append(Membership(user_id=user_id, place=place))


def _check_room(user_id: int) -> None:
    """Raise Refusal if the user has joined too many teams; lock the user until the commit."""
    db.session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))
    own = select(func.count()).where(Membership.user_id == user_id, ~Membership.named)
    if (db.session.scalar(own) or 0) >= MOST_TEAMS:
        raise Refusal(_("You are in %(most)d teams. Leave one first.", most=MOST_TEAMS))


def _just_made(founder_id: int, name: str) -> Team | None:
    """Return the team of this name that the user created a moment ago."""
    founder = Team.memberships.any((Membership.user_id == founder_id) & (Membership.place == 1))
    fresh = select(Team).where(Team.name == name, Team.created_at > now() - A_MOMENT, founder)
    return db.session.scalar(fresh.order_by(Team.id))


def _part(team: Team, user_id: int) -> None:
    team.memberships = [membership for membership in team.memberships if membership.user_id != user_id]
