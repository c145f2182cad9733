"""Loading and changing a lobby: each change takes one lock, bumps the lobby's topics, and commits once."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import ColumnElement, and_, select

from app.db import db, now
from app.i18n.languages import _, lazy_gettext
from app.live import topic_versions
from app.lobbies.errors import GameStarted, LobbyClosed, LobbyNotFound
from app.lobbies.models import LIFETIME, Lobby, Member
from app.notifications import notices
from app.refusals import NotAllowed
from app.teams.loading import team_topic

EXPIRED = lazy_gettext("This lobby was closed because no game started within a week.")
CLOSED = lazy_gettext("This lobby was closed.")
SHEET_ENDED = lazy_gettext("The team has started a new sheet, so this lobby was closed.")
TEAM_ONLY = lazy_gettext(
    "Only the team can play this attempt. Ask a member to invite you to the team; until then, you can watch."
)


def lobby_topic(code: str) -> str:
    """Return the topic of a lobby, which is bumped whenever its page changes."""
    return f"lobby:{code}"


def topics_to_bump(lobby: Lobby) -> list[str]:
    """Return the topics that a change of this lobby bumps: its own and, for an attempt, its team's."""
    return [lobby_topic(lobby.code), *([team_topic(lobby.sheet.team_id)] if lobby.sheet else [])]


def still_open() -> ColumnElement[bool]:
    """Return the SQL condition for lobbies that are neither closed nor expired, and whose game has not started."""
    return and_(Lobby.game_id.is_(None), Lobby.closed_at.is_(None), Lobby.created_at > now() - LIFETIME)


def find_open_lobby(code: str) -> Lobby:
    """Return the open lobby with this code, freshly read.

    Raises LobbyNotFound, LobbyClosed or GameStarted.
    """
    return _load_open_lobby(code, lock=False)


@contextmanager
def lobby_for_update(code: str) -> Iterator[Lobby]:
    """Lock an open lobby for a `with` block that changes it; then bump its topics and commit.

    If the block closes the lobby, its notices are closed too. Any exception rolls back. Raises LobbyNotFound,
    LobbyClosed or GameStarted, as `find_open_lobby` does.
    """
    try:
        lobby = _load_open_lobby(code, lock=True)
        yield lobby
        if lobby.closed_at:
            notices.close_topics([lobby_topic(lobby.code)], "gone")
        topic_versions.bump(*topics_to_bump(lobby))
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def require_member(lobby: Lobby, user_id: int | None) -> Member:
    """Return the user's membership of a lobby.

    Raises LobbyNotFound if there is none, and NotAllowed for removed members and, in an attempt, for people outside the
    team (M1).
    """
    member = lobby.member(user_id)
    if member is None:
        raise LobbyNotFound(lobby.code)
    if not lobby.admits(user_id):
        raise NotAllowed(TEAM_ONLY, rule="M1")
    if member.removed:
        raise NotAllowed(
            _("The host removed you from this lobby. You can still watch, and the host can let you back in.")
        )
    return member


def require_host(lobby: Lobby, user_id: int | None) -> None:
    """Raise NotAllowed unless the user is the lobby's acting host, or LobbyNotFound if they are no member."""
    if require_member(lobby, user_id).user_id != lobby.acting_host_id:
        raise NotAllowed(_("Only the host can do that."))


def _load_open_lobby(code: str, lock: bool) -> Lobby:
    query = select(Lobby).where(Lobby.code == code).execution_options(populate_existing=True)
    lobby = db.session.scalar(query.with_for_update(of=Lobby) if lock else query)
    if lobby is None:
        raise LobbyNotFound(code)
    if lobby.game is not None:
        raise GameStarted(lobby.game.code)
    if not lobby.is_open:
        raise LobbyClosed(_closed_text(lobby))
    return lobby


def _closed_text(lobby: Lobby) -> str:
    """Return the sentence that says why a closed or expired lobby is over."""
    if lobby.sheet and lobby.sheet.ended_at:
        return SHEET_ENDED
    return CLOSED if lobby.closed_at and lobby.closed_at < lobby.ends_at else EXPIRED
