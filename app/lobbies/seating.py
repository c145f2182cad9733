"""What any member of a lobby may do: sit down, stand up, volunteer, leave.

Functions with a lobby's code commit, and raise as `lobby_for_update` and `require_member` do.
"""

from app.accounts.auth.service import create_guest
from app.accounts.models import User
from app.accounts.names import clashes
from app.db import db, now
from app.games.wording.sentences import SEATS
from app.i18n.languages import _
from app.lobbies import computers
from app.lobbies.changes import CHANGE_KIND
from app.lobbies.loading import TEAM_ONLY, lobby_for_update, lobby_topic, require_member
from app.lobbies.models import Lobby, Member
from app.lobbies.seats import neediest_seat, seat_capacity, seat_full_text
from app.notifications import notices
from app.refusals import Conflict, NotAllowed, Refusal
from app.rules import VARIANTS

MAX_MEMBERS = 40
ANY_SEAT = "any"
INVITATION_KIND = "invited"  # kind of the notices that invite people to a lobby
ATTEMPT_KIND = "attempt"  # kind of the notices that a team sets out for a city


def take_seat(code: str, user_id: int | None, seat: str, name: str = "") -> Member:
    """Give a user a seat, joining the lobby if they are new, and return their membership.

    `seat` is "" to stand up, or ANY_SEAT for the one that needs somebody most. A visitor (`user_id` None) becomes a
    guest called `name`. Closes the user's notices of the lobby. Raises Refusal for an unknown seat or a confusable
    name, Conflict if the seat or the lobby is full, NotAllowed if it is locked or not for this user, and BadName.
    """
    with lobby_for_update(code) as lobby:
        member = require_member(lobby, user_id) if lobby.member(user_id) else _join(lobby, user_id, name)
        assign_seat(lobby, member, _neediest_seat(lobby, member) if seat == ANY_SEAT else seat)
        for kind in (INVITATION_KIND, ATTEMPT_KIND, CHANGE_KIND):
            notices.close_notices(lobby_topic(lobby.code), kind, {member.user_id}, "acted")
    return member


def assign_seat(lobby: Lobby, member: Member, seat: str) -> None:
    """Put a member of a locked lobby on a seat, or on none if `seat` is "", without commit.

    The computer gives way to a person. Raises Refusal for an unknown seat, or Conflict if it is full.
    """
    if seat not in (*VARIANTS[lobby.variant].seats, ""):
        raise Refusal(_("There is no such seat here."))
    if seat and not member.user.computer:
        computers.dismiss_from(lobby, seat)
    others = [holder for holder in lobby.holders(seat or None) if holder is not member]
    if seat and len(others) >= seat_capacity(seat):
        if seat_capacity(seat) > 1:
            raise Conflict(seat_full_text(seat))
        raise Conflict(_seat_held_text(seat, others[0]), rule="V1")
    member.seat = seat or None


def volunteer(code: str, user_id: int | None, willing: bool) -> None:
    """Record whether a member would like to be spymaster.

    Raises Refusal in games without spymasters.
    """
    with lobby_for_update(code) as lobby:
        member = require_member(lobby, user_id)
        if VARIANTS[lobby.variant].game != "versus":
            raise Refusal(_("There are no spymasters in Duet: both sides give clues."), rule="D5")
        member.volunteer = willing


def leave(code: str, user_id: int | None) -> None:
    """Remove the user from the lobby.

    If the user was the host, the person who joined first becomes it; a lobby without people is closed.
    """
    with lobby_for_update(code) as lobby:
        lobby.members.remove(require_member(lobby, user_id))
        lobby.host_id = lobby.acting_host_id
        if not lobby.people:
            lobby.closed_at = now()


def _join(lobby: Lobby, user_id: int | None, name: str) -> Member:
    if not lobby.admits(user_id):
        raise NotAllowed(TEAM_ONLY, rule="M1")
    if lobby.locked:
        raise NotAllowed(_("The host has locked this lobby, so nobody else can join. You can watch."))
    if user_id and lobby.public and not lobby.bots and db.session.get_one(User, user_id).is_bot:
        raise NotAllowed(_("The host has not allowed bots in this lobby."))
    if len(lobby.members) >= MAX_MEMBERS:
        raise Conflict(_("This lobby is full, with %(num)d people. You can still watch.", num=MAX_MEMBERS))
    newcomer = db.session.get_one(User, user_id) if user_id else create_guest(name)
    check_name_distinct(lobby, newcomer, "" if user_id else name)
    member = Member(user_id=newcomer.id)
    lobby.members.append(member)
    db.session.flush()
    return member


def check_name_distinct(lobby: Lobby, newcomer: User, typed: str = "") -> None:
    """Raise Refusal if the newcomer's name could be confused with that of somebody in the lobby.

    `typed` is the name that a new guest has just entered.
    """
    clashes.check_newcomer(newcomer, [member.user for member in lobby.members if not member.removed], typed)


def _neediest_seat(lobby: Lobby, member: Member) -> str:
    taken = [other.seat for other in lobby.present if other.seat and other is not member]
    if not (seat := neediest_seat(VARIANTS[lobby.variant], taken)):
        raise Conflict(_("All seats are taken. You can still watch."))
    return seat


def _seat_held_text(seat: str, holder: Member) -> str:
    name = holder.user.display_name
    return _("%(seat)s: %(name)s already has this seat. Take another one.", seat=SEATS[seat], name=name)
