"""The lobbies a user was in, for the data export."""

from typing import Any

from sqlalchemy import select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.games.store.models import Game
from app.lobbies.models import Lobby, Member


def export_lobbies(user_id: int) -> list[dict[str, Any]]:
    """Return the lobbies a user was in as dicts, oldest first, without the other members."""
    columns = (Lobby.code, Lobby.variant, Lobby.deck, Lobby.host_id, Lobby.closed_at, Member.seat, Member.joined_at)
    own = select(*columns, Game.code.label("game")).join(Member).outerjoin(Game, Lobby.game_id == Game.id)
    return [
        {
            "code": row.code,
            "variant": row.variant,
            "deck": row.deck,
            "seat": row.seat,
            "host": row.host_id == user_id,
            "joined": iso_time(row.joined_at),
            "closed": iso_time(row.closed_at),
            "game": row.game,
        }
        for row in db.session.execute(own.where(Member.user_id == user_id).order_by(Lobby.id))
    ]


data_export.sections["lobbies"] = export_lobbies
