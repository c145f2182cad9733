"""Meeting a partner: joining the first listed lobby that fits."""

from collections.abc import Sequence

from app.accounts import blocks
from app.accounts.errors import NameClash
from app.i18n.languages import language
from app.lobbies.errors import GameStarted, LobbyClosed, LobbyNotFound
from app.lobbies.listing import LobbyRow
from app.lobbies.seating import ANY_SEAT, take_seat
from app.refusals import Conflict, NotAllowed


def join_first(user_id: int | None, name: str, listed: Sequence[LobbyRow]) -> tuple[str, int] | None:
    """Give a user a seat in the lobby that fits and has waited longest; return its code and the user's id, or None.

    `listed` is newest first. If others fill or close a lobby meanwhile, or somebody there has a similar name, the next
    is tried. Raises Refusal for a visitor's bad name, and NameClash if only similar names were in the way.
    """
    clash = None
    for lobby in reversed(listed):
        if not _fits(lobby, user_id):
            continue
        try:
            return lobby.code, take_seat(lobby.code, user_id, ANY_SEAT, name).user_id
        except NameClash as refusal:
            clash = refusal
        except (Conflict, NotAllowed, GameStarted, LobbyClosed, LobbyNotFound):
            continue
    if clash:
        raise clash
    return None


def _fits(lobby: LobbyRow, user_id: int | None) -> bool:
    """Whether a lobby has a free seat, the reader's language or pictures, and nobody who blocks or is blocked."""
    if lobby.is_full or user_id in lobby.people or lobby.city or lobby.language not in (language(), ""):
        return False
    return user_id is None or not blocks.blocked_either_way(user_id, lobby.people)
