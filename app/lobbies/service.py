"""Opening lobbies, and finding those that are open."""

from collections.abc import Iterable, Sequence

from sqlalchemy import func, select

from app.accounts.service import create_guest
from app.db import db
from app.games.models import Game
from app.lobbies.errors import Refusal
from app.lobbies.loading import still_open
from app.lobbies.models import Lobby, Member
from app.web import CODE_ALPHABET, new_code

MOST_OPEN = 10  # lobbies that one person may keep open
LISTED = 30  # lobbies on the front page


def open_lobby(
    user_id: int | None,
    name: str,
    *,
    variant: str,
    deck: str,
    house: Iterable[str],
    tokens: int,
    mistakes: int,
    public: bool,
) -> Lobby:
    """Open a lobby whose host is this person, or, without one, a guest of that name; raise Refusal or BadName."""
    if user_id is not None and _hosted(user_id) >= MOST_OPEN:
        raise Refusal(f"You have {MOST_OPEN} open lobbies. Close one of them first.")
    host_id = create_guest(name).id if user_id is None else user_id
    lobby = Lobby(
        code=_fresh_code(),
        host_id=host_id,
        variant=variant,
        deck=deck,
        house=sorted(house),
        tokens=tokens,
        mistakes=mistakes,
        public=public,
    )
    lobby.members = [Member(user_id=host_id)]
    db.session.add(lobby)
    db.session.commit()
    return lobby


def whose(code: str) -> type[Lobby] | type[Game] | None:
    """Say whether a lobby or a game has this code, or neither."""
    if not set(code) <= set(CODE_ALPHABET):
        return None
    kinds: tuple[type[Lobby] | type[Game], ...] = (Lobby, Game)
    return next((kind for kind in kinds if db.session.scalar(select(kind.id).where(kind.code == code))), None)


def listed() -> Sequence[Lobby]:
    """Return the newest open lobbies that anyone may join."""
    query = select(Lobby).where(still_open(), Lobby.public).order_by(Lobby.created_at.desc()).limit(LISTED)
    return db.session.scalars(query).all()


def mine(user_id: int) -> Sequence[Lobby]:
    """Return the open lobbies that someone is in, the newest first."""
    here = Lobby.members.any((Member.user_id == user_id) & ~Member.removed)
    return db.session.scalars(select(Lobby).where(still_open(), here).order_by(Lobby.created_at.desc())).all()


def _hosted(user_id: int) -> int:
    return db.session.scalar(select(func.count()).where(still_open(), Lobby.host_id == user_id)) or 0


def _fresh_code() -> str:
    code = new_code()
    taken = db.session.scalar(select(Lobby.id).where(Lobby.code == code))
    return _fresh_code() if taken else code
