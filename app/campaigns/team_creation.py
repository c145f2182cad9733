"""Creating a team: with invited people, or after a first win that counts as Prague (M1, M2).

Nobody becomes a member without consent: people who are named are only invited. The response does not reveal who has
blocked the inviting user.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import exists, select

from app.accounts import users
from app.db import db
from app.games.store.attempts import can_be_first_win, load_team_of_member
from app.games.store.players import present_people
from app.games.table.loading import player_action as changing_game
from app.i18n.languages import _, format_list
from app.lobbies import invitations
from app.notifications import notices
from app.notifications.models import Notice
from app.notifications.registry import NoticeText, notice_text
from app.refusals import Refusal
from app.rules.missions import START
from app.teams import service as teams
from app.teams.models import Team

INVITATION_KIND = "team"  # kind of the notices that invite people to a team


def create_team(user_id: int, name: str, names: Sequence[str]) -> Team:
    """Create a team of this user and invite the accounts with these names. Commits.

    Raises Refusal for a bad team name, an unknown account or too many teams or members.
    """
    others = teams.account_ids(names)
    team = teams.create_team(user_id, name)
    invite_to_team(team, user_id, others)
    db.session.commit()
    return team


def create_team_after_game(user_id: int, name: str, game_code: str) -> Team:
    """Create a team after a won game, which then counts as Prague, and invite the other players. Commits.

    If another player has created the team already, the user joins that one. Returns the team. Raises Refusal if the
    game is no such win (M2), GameNotFound for anybody without a seat in it, and what `join_team` raises.
    """
    with changing_game(game_code, user_id) as (game, _player):
        team = load_team_of_member(game, user_id) or (game.sheet.team if game.sheet else None)
        if team is None and can_be_first_win(game):
            team = teams.create_team(user_id, name)
            game.sheet_id, game.city = team.current_sheet.id, START
            invite_to_team(team, user_id, [player.user_id for player in present_people(game)])
        if team is None or not (team.member(user_id) or is_invited(team, user_id)):
            raise Refusal(_("Only a win in a standard mission (9 tokens, 9 mistakes) counts for Prague."), "game", "M2")
    return team if team.member(user_id) else join_team(team.invite, user_id)


def join_team(invitation: str, user_id: int, typed: str = "") -> Team:
    """Add a user to the team with this invite code, close their invitation notice, commit, and return the team.

    `typed` is the name that a new guest entered. Raises what `teams.service.join_team` raises.
    """
    team = teams.join_team(invitation, user_id, typed)
    notices.close_notices(invitation_topic(team), INVITATION_KIND, {user_id}, "acted")
    db.session.commit()
    return team


def invite_to_team(team: Team, user_id: int, others: Collection[int]) -> None:
    """Send the other users notices that invite them to a team, without commit."""
    path, params = f"/invitations/{team.invite}", {"team": team.id, "people": [user_id]}
    invitations.notify_invitation(user_id, others, INVITATION_KIND, invitation_topic(team), path, params)


def is_invited(team: Team, user_id: int) -> bool:
    """Return whether a user has an open invitation to a team."""
    has_notice = exists().where(
        Notice.topic == invitation_topic(team), Notice.user_id == user_id, Notice.closed_at.is_(None)
    )
    return bool(db.session.scalar(select(has_notice)))


def invited_names(team: Team) -> list[str]:
    """Return the display names of those who have an open invitation to a team, in the order of inviting."""
    invited = select(Notice.user_id).where(Notice.topic == invitation_topic(team), Notice.closed_at.is_(None))
    people = db.session.scalars(invited.order_by(Notice.id)).all()
    with users.preload_users(people):
        return [users.display_name(user_id) for user_id in people]


def invitation_topic(team: Team) -> str:
    """Return the topic of the notices that invite to a team."""
    return f"team:{team.code}"


@notice_text(INVITATION_KIND)
def invitation_text(notice: Notice) -> NoticeText:
    """Return the text of a notice that invites to a team."""
    team = db.session.get(Team, notice.params["team"])
    names = format_list(map(users.display_name, notice.params["people"]))
    return NoticeText(
        team.name if team else "", _("%(name)s invites you to join their team.", name=names), _("See the team")
    )
