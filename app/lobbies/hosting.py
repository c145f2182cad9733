"""What a host may do: draw teams, move, remove and admit members, hand the lobby over, lock it, close it.

Each function commits. All raise NotAllowed for members who are not the host, Refusal for a `person` (the id of a user,
as text) who is not in the lobby, and as `lobby_for_update` does.
"""

from random import Random

from app.db import now
from app.games.moves.service import SECURE_RANDOM
from app.i18n.languages import _
from app.lobbies import seats
from app.lobbies.loading import lobby_for_update, require_host
from app.lobbies.models import Lobby, Member
from app.lobbies.seating import assign_seat, check_name_distinct
from app.lobbies.service import check_hosting_limit
from app.refusals import Refusal
from app.rules import VARIANTS


def shuffle(code: str, user_id: int | None, dice: Random = SECURE_RANDOM) -> None:
    """Draw seats by lot for all present members, volunteers as spymasters first; those left over get none."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        people = [member.user_id for member in lobby.present]
        volunteers = [member.user_id for member in lobby.present if member.volunteer]
        drawn = seats.draw_seats(VARIANTS[lobby.variant], people, volunteers, dice)
        for member in lobby.present:
            member.seat = drawn.get(member.user_id)


def move(code: str, user_id: int | None, person: str, seat: str) -> None:
    """Move a member to a seat, or to none if `seat` is ""; raise Refusal for an unknown seat, Conflict if full."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        assign_seat(lobby, _present_member(lobby, person), seat)


def remove(code: str, user_id: int | None, person: str) -> None:
    """Remove a member: they may still watch, but not sit down until they are admitted. Raises Refusal for the host."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        member = _present_member(lobby, person)
        if member.user_id == lobby.acting_host_id:
            raise Refusal(_("You are the host. Leave or close the lobby instead."))
        member.removed, member.seat, member.volunteer = True, None, False


def admit(code: str, user_id: int | None, person: str) -> None:
    """Let a removed member take part again; raise Refusal if the name could now be confused with a member's."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        member = _find_member(lobby.members, person)
        check_name_distinct(lobby, member.user)
        member.removed = False


def hand_over(code: str, user_id: int | None, person: str) -> None:
    """Make another member the host; raise Refusal if they host too many lobbies already."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        heir = _find_member(lobby.people, person).user_id
        check_hosting_limit(heir)
        lobby.host_id = heir


def lock(code: str, user_id: int | None, locked: bool) -> None:
    """Close the lobby to newcomers if `locked`, else open it again; those who are in it stay."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        lobby.locked = locked


def close(code: str, user_id: int | None) -> None:
    """Close the lobby without starting a game.

    For an attempt any team member may, since an open lobby blocks opening another one.
    """
    with lobby_for_update(code) as lobby:
        if not may_close(lobby, user_id):
            require_host(lobby, user_id)
        lobby.closed_at = now()


def may_close(lobby: Lobby, user_id: int | None) -> bool:
    """Return whether a user may close the lobby: its host or, for an attempt, any member of the team."""
    if lobby.sheet:
        return lobby.admits(user_id)
    member = lobby.member(user_id)
    return member is not None and member.user_id == lobby.acting_host_id


def _present_member(lobby: Lobby, person: str) -> Member:
    return _find_member(lobby.present, person)


def _find_member(members: list[Member], person: str) -> Member:
    """Return the one of `members` whose user id is `person`, or raise Refusal.

    Ids are compared as text, so that no number is too large for the database.
    """
    for member in members:
        if str(member.user_id) == person:
            return member
    raise Refusal(_("Choose someone who is in this lobby."), "user")
