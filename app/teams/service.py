"""What people do with teams: found one, join, leave, rename, take someone out. Each function commits once."""

from collections.abc import Iterable, Sequence
from unicodedata import category, normalize

from sqlalchemy import select

from app.accounts.lookalikes import skeleton
from app.accounts.models import User
from app.db import db
from app.languages import _
from app.refusals import NotAllowed, Refusal
from app.teams.loading import changing, invited
from app.teams.models import Membership, Sheet, Team
from app.web import new_code

MOST_MEMBERS = 20
MOST_TEAMS = 50  # that one person may be in
LONGEST_NAME = 40  # characters


def found(founder_id: int, name: str, others: Iterable[int] = ()) -> Team:
    """Make a team of the founder and others, with its first sheet, and flush; the caller's transaction commits.

    Raises Refusal for a bad name, or where somebody is in too many teams.
    """
    people = list(dict.fromkeys([founder_id, *others]))
    team = Team(code=new_code(), invite=new_code(), name=clean(name))
    for user_id in people:
        _join(team, user_id)
    team.sheets = [Sheet(number=1)]
    db.session.add(team)
    db.session.flush()
    return team


def join(invite: str, user_id: int) -> Team:
    """Let whoever has the invitation in; who is in already stays so. Raises NoTeam, or Refusal where it is full."""
    with invited(invite) as team:
        if team.member(user_id) is None:
            _join(team, user_id)
    return team


def leave(code: str, user_id: int) -> None:
    """Let a member go; the team stays, and whoever still has the invitation can come (back)."""
    with changing(code, user_id) as team:
        _part(team, user_id)


def remove(code: str, user_id: int, person: str) -> None:
    """Take someone out and make the old invitation void, so that they cannot come back by it. For the keeper alone."""
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
    """Give the team another name; raise Refusal."""
    with changing(code, user_id) as team:
        team.name = clean(name)


def invite_anew(code: str, user_id: int) -> None:
    """Make a fresh invitation; the old one is void."""
    with changing(code, user_id) as team:
        team.invite = new_code()


def mine(user_id: int) -> Sequence[Team]:
    """Return the teams that someone is in, by name."""
    own = Team.memberships.any(Membership.user_id == user_id)
    return db.session.scalars(select(Team).where(own).order_by(Team.name, Team.id)).all()


def named(names: Iterable[str]) -> list[int]:
    """Return the ids of the accounts of these names; raise Refusal for a name that nobody has."""
    ids = []
    for name in names:
        user_id = db.session.scalar(select(User.id).where(User.skeleton == skeleton(name)))
        if user_id is None:
            raise Refusal(
                _("Nobody here is called %(name)s. Leave the name out, and send them the invitation.", name=name),
                "members",
            )
        ids.append(user_id)
    return ids


def clean(name: str) -> str:
    """Return a team's name as it is kept: with single spaces, NFC; raise Refusal."""
    kept = " ".join(normalize("NFC", name).split())
    if not kept:
        raise Refusal(_("Give the team a name."), "name")
    if len(kept) > LONGEST_NAME:
        raise Refusal(
            _(
                "A team's name has at most %(most)d characters; this one has %(num)d.",
                most=LONGEST_NAME,
                num=len(kept),
            ),
            "name",
        )
    if any(category(char)[0] == "C" for char in kept):
        raise Refusal(_("This name holds a character that cannot be seen. Type it anew."), "name")
    return kept


def _join(team: Team, user_id: int) -> None:
    if len(team.memberships) >= MOST_MEMBERS:
        raise Refusal(_("This team is full: %(most)d people are in it.", most=MOST_MEMBERS))
    if len(mine(user_id)) >= MOST_TEAMS:
        raise Refusal(_("Nobody can be in more than %(most)d teams. Leave one first.", most=MOST_TEAMS))
    team.memberships.append(Membership(user_id=user_id))


def _part(team: Team, user_id: int) -> None:
    team.memberships = [membership for membership in team.memberships if membership.user_id != user_id]
