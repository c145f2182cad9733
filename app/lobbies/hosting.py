"""What the host may do: draw teams, move, remove and let in people, hand the lobby over, lock it, close it."""

from random import Random

from app.db import now
from app.games.service import DICE
from app.languages import _
from app.lobbies import seats
from app.lobbies.loading import changing, check_host
from app.lobbies.models import Lobby, Member
from app.lobbies.seating import check_apart, place
from app.lobbies.service import check_room
from app.refusals import Refusal
from app.rules import VARIANTS


def shuffle(code: str, user_id: int | None, dice: Random = DICE) -> None:
    """Draw teams from everybody who joined, standing by or not; volunteers become spymasters before others."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        people = [member.user_id for member in lobby.present]
        volunteers = [member.user_id for member in lobby.present if member.volunteer]
        drawn = seats.draw(VARIANTS[lobby.variant], people, volunteers, dice)
        for member in lobby.present:
            member.seat = drawn.get(member.user_id)


def move(code: str, user_id: int | None, person: str, seat: str) -> None:
    """Put a member on a seat, or among those standing by."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        place(lobby, _present(lobby, person), seat)


def remove(code: str, user_id: int | None, person: str) -> None:
    """Take a member out: they may watch, and sit again only when the host lets them in."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        member = _present(lobby, person)
        if member.user_id == lobby.acting_host_id:
            raise Refusal(_("You are the host: leave, or close the lobby."))
        member.removed, member.seat, member.volunteer = True, None, False


def admit(code: str, user_id: int | None, person: str) -> None:
    """Let someone who was removed take part again."""
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
    """Let nobody new in, or again whoever has the link; who is here stays."""
    with changing(code) as lobby:
        check_host(lobby, user_id)
        lobby.locked = locked


def close(code: str, user_id: int | None) -> None:
    """End the lobby without a game. At an attempt, anyone in the team may: it keeps them from opening another."""
    with changing(code) as lobby:
        if not may_close(lobby, user_id):
            check_host(lobby, user_id)
        lobby.closed_at = now()


def may_close(lobby: Lobby, user_id: int | None) -> bool:
    """Whether someone may end a lobby."""
    if lobby.sheet:
        return lobby.admits(user_id)
    member = lobby.member(user_id)
    return member is not None and member.user_id == lobby.acting_host_id


def _present(lobby: Lobby, person: str) -> Member:
    return _named(lobby.present, person)


def _named(members: list[Member], person: str) -> Member:
    """Return the member whose id was sent; ids are compared as text, so that nothing sent can be too large."""
    for member in members:
        if str(member.user_id) == person:
            return member
    raise Refusal(_("Choose someone who is in this lobby."), "user")
