"""Opening lobbies, and finding lobbies by their host or their code."""

from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import func, select

from app.accounts.auth.service import create_guest
from app.db import db, now
from app.games.store.models import Game
from app.games.store.settings import GameSettings
from app.http.responses import is_code, new_code
from app.i18n.languages import _
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby, Member
from app.refusals import Refusal

MAX_OPEN = 10  # open lobbies per host
DOUBLE_CLICK = timedelta(seconds=10)


def open_lobby(
    user_id: int | None,
    name: str,
    settings: GameSettings,
    public: bool = False,
    seat: str | None = None,
    bots: bool = False,
) -> Lobby:
    """Open a lobby hosted by this user, or by a new guest called `name`, and return it. Commits.

    `seat` is the host's, if any; `bots` tells whether bots may join a public lobby. Raises BadName, and Refusal if the
    host has too many open lobbies.
    """
    host_id = create_guest(name).id if user_id is None else user_id
    lobby = create_lobby(host_id, settings, [(host_id, seat)], public=public)
    lobby.bots = bots
    db.session.commit()
    return lobby


def find_just_opened(user_id: int | None, variant: str) -> Lobby | None:
    """Return the lobby of a variant that a user opened and sat down in within DOUBLE_CLICK, still alone, or None."""
    fresh = select(Lobby).where(Lobby.host_id == user_id, Lobby.variant == variant, Lobby.sheet_id.is_(None))
    fresh = fresh.where(still_open(), Lobby.created_at > now() - DOUBLE_CLICK).order_by(Lobby.id)
    lobbies = db.session.scalars(fresh) if user_id else ()
    return next((lobby for lobby in lobbies if [bool(member.seat) for member in lobby.members] == [True]), None)


def find_just_started(user_id: int | None, variant: str) -> str | None:
    """Return the code of the game whose lobby, of this variant, a user opened within DOUBLE_CLICK, or None."""
    fresh = select(Game.code).join(Lobby, Lobby.game_id == Game.id)
    fresh = fresh.where(Lobby.host_id == user_id, Lobby.variant == variant, Lobby.created_at > now() - DOUBLE_CLICK)
    return db.session.scalar(fresh.order_by(Game.id.desc()).limit(1)) if user_id else None


def last_settings(user_id: int | None, variant: str) -> GameSettings | None:
    """Return the settings of the last lobby of a variant that a user has hosted, without attempts, or None."""
    own = select(Lobby).where(Lobby.host_id == user_id, Lobby.variant == variant, Lobby.sheet_id.is_(None))
    last = db.session.scalar(own.order_by(Lobby.id.desc()).limit(1)) if user_id else None
    return last.settings if last else None


def create_lobby(
    host_id: int, settings: GameSettings, seats: Iterable[tuple[int, str | None]] = (), public: bool = False
) -> Lobby:
    """Create a lobby with its host and with others on their `seats`, by user id, and flush; the caller commits.

    Raises Refusal if the host has too many open lobbies.
    """
    check_hosting_limit(host_id)
    columns = vars(settings) | {"house": sorted(settings.house)}
    lobby = Lobby(code=_unused_code(), host_id=host_id, public=public, **columns)
    lobby.members = [Member(user_id=user_id, seat=seat) for user_id, seat in ({host_id: None} | dict(seats)).items()]
    db.session.add(lobby)
    db.session.flush()
    return lobby


def check_hosting_limit(host_id: int) -> None:
    """Raise Refusal if a user hosts MAX_OPEN open lobbies already."""
    if _count_hosted(host_id) >= MAX_OPEN:
        raise Refusal(_("A host can have at most %(num)d open lobbies. Close one first.", num=MAX_OPEN))


def model_with_code(code: str) -> type[Lobby] | type[Game] | None:
    """Return which model, Lobby or Game, has a row with this code, or None."""
    if not is_code(code):
        return None
    kinds: tuple[type[Lobby] | type[Game], ...] = (Lobby, Game)
    return next((kind for kind in kinds if db.session.scalar(select(kind.id).where(kind.code == code))), None)


def _count_hosted(user_id: int) -> int:
    return db.session.scalar(select(func.count()).where(still_open(), Lobby.host_id == user_id)) or 0


def _unused_code() -> str:
    code = new_code()
    taken = db.session.scalar(select(Lobby.id).where(Lobby.code == code))
    return _unused_code() if taken else code
