"""What a host may do: draw teams, move, remove and admit members, hand the lobby over, lock it, close it."""

from random import Random

from app.db import now
from app.games.service import SECURE_RANDOM
from app.languages import _
from app.lobbies import seats
from app.lobbies.loading import changing, check_host
from app.lobbies.models import Lobby, Member
from app.lobbies.seating import check_apart, place
from app.lobbies.service import check_room
from app.refusals import Refusal
from app.rules import VARIANTS


def shuffle(code: str, user_id: int | None, dice: Random = SECURE_RANDOM) -> None:
    """Draw seats for all present members. Volunteers become spymasters first."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        people = [member.user_id for member in lobby.present]
        volunteers = [member.user_id for member in lobby.present if member.volunteer]
        drawn = seats.draw(VARIANTS[lobby.variant], people, volunteers, dice)
        for member in lobby.present:
            member.seat = drawn.get(member.user_id)


def move(code: str, user_id: int | None, person: str, seat: str) -> None:
    """Move a member to a seat, or to the members without a seat."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        place(lobby, _present(lobby, person), seat)


def remove(code: str, user_id: int | None, person: str) -> None:
    """Remove a member. They may still watch, but not sit until the host admits them again."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        member = _present(lobby, person)
        if member.user_id == lobby.acting_host_id:
            raise Refusal(_("You are the host: leave, or close the lobby."))
        member.removed, member.seat, member.volunteer = True, None, False


def admit(code: str, user_id: int | None, person: str) -> None:
    """Admit a removed member again."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        member = _named(lobby.members, person)
        check_apart(lobby, member.user)
        member.removed = False


def hand_over(code: str, user_id: int | None, person: str) -> None:
    """Make another member the host."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        heir = _present(lobby, person).user_id
        check_room(heir)
        lobby.host_id = heir


def lock(code: str, user_id: int | None, locked: bool) -> None:
    """Lock the lobby against new members, or unlock it. Present members stay."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        lobby.locked = locked


def close(code: str, user_id: int | None) -> None:
    """Close the lobby without a game. For an attempt any team member may, since it blocks opening another lobby."""
    with changing(code) as lobby:
        if not may_close(lobby, user_id):
            check_host(lobby, user_id)
        lobby.closed_at = now()


def may_close(lobby: Lobby, user_id: int | None) -> bool:
    """Whether a user may close the lobby."""
    if lobby.sheet:
        return lobby.admits(user_id)
    member = lobby.member(user_id)
    return member is not None and member.user_id == lobby.acting_host_id


def _present(lobby: Lobby, person: str) -> Member:
    return _named(lobby.present, person)


def _named(members: list[Member], person: str) -> Member:
    """Return the member with this id, or raise Refusal. Ids are compared as text, so that no number is too large."""
    for member in members:
        if str(member.user_id) == person:
            return member
    raise Refusal(_("Choose someone who is in this lobby."), "user")
