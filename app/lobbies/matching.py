"""Finding a partner: joining the first listed lobby that fits."""

from collections.abc import Sequence

from app.accounts import blocks
from app.accounts.errors import NameClash
from app.i18n.languages import language
from app.lobbies.errors import GameStarted, LobbyClosed, LobbyNotFound
from app.lobbies.listing import LobbyRow
from app.lobbies.seating import ANY_SEAT, take_seat
from app.refusals import Conflict, NotAllowed


def join_first(user_id: int | None, name: str, listed: Sequence[LobbyRow]) -> tuple[str, int] | None:
    """Seat a user in the listed lobby that fits and has waited longest; return its code and the user's id, or None.

    `listed` is newest first. A lobby that others fill or close meanwhile, or in which somebody has a similar name, is
    skipped. A visitor (`user_id` None) becomes a guest called `name`. Raises BadName, and NameClash if no lobby is left
    because of similar names. Commits.
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
    """Return whether a lobby has a free seat, fits the reader's language, and has nobody in a block with the user.

    Pictures fit every language. Attempts, and lobbies that the user is in, do not fit.
    """
    if lobby.is_full or user_id in lobby.people or lobby.city or lobby.language not in (language(), ""):
        return False
    return user_id is None or not blocks.blocked_either_way(user_id, lobby.people)
