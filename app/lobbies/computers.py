"""The computer in a lobby: the host fills free seats with it, and a person who sits down takes the seat from it."""

from app import decks
from app.accounts.computers import load_computers
from app.computer import can_play
from app.i18n.languages import _, language
from app.lobbies.loading import lobby_for_update, require_host
from app.lobbies.models import Lobby, Member
from app.refusals import Conflict, Refusal
from app.rules import VARIANTS


def seat_computer(code: str, user_id: int | None, seat: str) -> None:
    """Give an empty seat to the computer, as the host. Commits.

    Raises NotAllowed for anybody but the host, what `fill_seat` raises, and as `lobby_for_update` does.
    """
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        fill_seat(lobby, seat)


def fill_seat(lobby: Lobby, seat: str) -> None:
    """Give an empty seat of a locked lobby to a computer user, without commit.

    Raises Conflict if somebody has the seat, and Refusal if the lobby has no such seat, the computer cannot play its
    game, or no computer user is left.
    """
    if seat not in VARIANTS[lobby.variant].seats:
        raise Refusal(_("There is no such seat here."))
    if lobby.holders(seat):
        raise Conflict(_("Somebody has just taken this seat."))
    if refusal := cannot_play_text(lobby):
        raise Refusal(refusal)
    taken = {member.user_id for member in lobby.members}
    free = next((user for user in load_computers() if user.id not in taken), None)
    if free is None:
        raise Refusal(_("The computer has no more seats here."))
    member = Member(user_id=free.id, seat=seat)
    member.user = free
    lobby.members.append(member)


def cannot_play_text(lobby: Lobby) -> str:
    """Return the sentence that says why the computer cannot play this lobby's game, or "" if it can."""
    deck = decks.load(lobby.deck)
    if not can_play(deck, deck.language or language()):
        return _("The computer does not know enough of this deck’s words.")
    return ""


def dismiss_from(lobby: Lobby, seat: str) -> None:
    """Remove the computer from the lobby if it has this seat, without commit."""
    for member in [member for member in lobby.holders(seat) if member.user.computer]:
        lobby.members.remove(member)
