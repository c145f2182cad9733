"""What a host may do: draw teams, move, remove and admit members, hand the lobby over, lock it, close it."""

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
    """Draw seats for all present members. Volunteers become spymasters first."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        people = [member.user_id for member in lobby.present]
        volunteers = [member.user_id for member in lobby.present if member.volunteer]
        drawn = seats.draw_seats(VARIANTS[lobby.variant], people, volunteers, dice)
        for member in lobby.present:
            member.seat = drawn.get(member.user_id)


def move(code: str, user_id: int | None, person: str, seat: str) -> None:
    """Move a member to a seat, or to the members without a seat."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        assign_seat(lobby, _present_member(lobby, person), seat)


def remove(code: str, user_id: int | None, person: str) -> None:
    """Remove a member. They may still watch, but not sit until the host admits them again."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        member = _present_member(lobby, person)
        if member.user_id == lobby.acting_host_id:
            raise Refusal(_("You are the host. Leave or close the lobby instead."))
        member.removed, member.seat, member.volunteer = True, None, False


def admit(code: str, user_id: int | None, person: str) -> None:
    """Admit a removed member again."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        member = _find_member(lobby.members, person)
        check_name_distinct(lobby, member.user)
        member.removed = False


def hand_over(code: str, user_id: int | None, person: str) -> None:
    """Make another member the host."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        heir = _find_member(lobby.people, person).user_id
        check_hosting_limit(heir)
        lobby.host_id = heir


def lock(code: str, user_id: int | None, locked: bool) -> None:
    """Lock the lobby against new members, or unlock it. Present members stay."""
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        lobby.locked = locked


def close(code: str, user_id: int | None) -> None:
    """Close the lobby without a game. For an attempt any team member may, since it blocks opening another lobby."""
    with lobby_for_update(code) as lobby:
        if not may_close(lobby, user_id):
            require_host(lobby, user_id)
        lobby.closed_at = now()


def may_close(lobby: Lobby, user_id: int | None) -> bool:
    """Whether a user may close the lobby."""
    if lobby.sheet:
        return lobby.admits(user_id)
    member = lobby.member(user_id)
    return member is not None and member.user_id == lobby.acting_host_id


def _present_member(lobby: Lobby, person: str) -> Member:
    return _find_member(lobby.present, person)


def _find_member(members: list[Member], person: str) -> Member:
    """Return the member with this id, or raise Refusal. Ids are compared as text, so that no number is too large."""
    for member in members:
        if str(member.user_id) == person:
            return member
    raise Refusal(_("Choose someone who is in this lobby."), "user")
