"""The people a user has played with, most recent first."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, func, select
from sqlalchemy.orm import aliased

from app.accounts import blocks
from app.accounts.models import User
from app.db import db
from app.games.store.models import Game, Player
from app.lobbies.invitations import mute_topic
from app.notifications import muting

MAX_FRIENDS = 60  # people on the page


@dataclass(frozen=True)
class Friend:
    """A person one has played with: how many games, the last of them, and whether their invitations are muted."""

    user: User
    games: int
    last_game: Game
    muted: bool


def load_friends(user_id: int) -> Sequence[Friend]:
    """Return up to MAX_FRIENDS people a user has played with, the most recent first.

    Computers, deleted accounts and people blocked in either direction are left out.
    """
    rows = db.session.execute(_played_together(user_id).limit(MAX_FRIENDS)).all()
    hidden = blocks.blocked_either_way(user_id, [row.User.id for row in rows])
    muted = muting.load_mutes([user_id])
    return [
        Friend(row.User, row.games, row.Game, (user_id, mute_topic(row.User.id)) in muted)
        for row in rows
        if row.User.id not in hidden
    ]


def find_last_game(user_id: int, other_id: int) -> Game | None:
    """Return the game that two users began together last, or None.

    Also None if the other is deleted or a computer.
    """
    row = db.session.execute(_played_together(user_id).where(User.id == other_id)).first()
    return row.Game if row else None


def _played_together(user_id: int) -> Select[User, Game, int]:
    mine, theirs = aliased(Player), aliased(Player)
    met = select(theirs.user_id, func.max(theirs.game_id).label("last"), func.count().label("games"))
    met = met.join(mine, mine.game_id == theirs.game_id)
    shared = met.where(mine.user_id == user_id, theirs.user_id != user_id).group_by(theirs.user_id).subquery()
    query = select(User, Game, shared.c.games).join(shared, shared.c.user_id == User.id)
    query = query.join(Game, Game.id == shared.c.last).where(User.deleted_at.is_(None), ~User.computer)
    return query.order_by(shared.c.last.desc(), User.id)
