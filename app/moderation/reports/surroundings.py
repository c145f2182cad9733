"""The context of a report, as far as it still exists; read when an admin looks at it, and not stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from app.db import db
from app.games.store.models import ChatMessage, Game
from app.games.wording.sentences import game_title
from app.lobbies.models import Lobby
from app.moderation.models import Report

CONTEXT_LINES: Final = 3  # before and after, each


@dataclass(frozen=True)
class Surroundings:
    """The context of a report: the title of its place and, for a game, the reported player's seat and chat lines.

    `over` tells whether the game has ended, and is None for a lobby. `lines` are those around a reported line.
    """

    title: str
    over: bool | None = None
    seat: str = ""
    lines: Sequence[ChatMessage] = ()


def load_surroundings(report: Report) -> Surroundings:
    """Return the context of a report; its title is "" if the place is gone, or is a profile."""
    kind, _, code = report.place.partition(":")
    if kind == "lobby":
        lobby = db.session.scalar(select(Lobby).where(Lobby.code == code))
        return Surroundings(game_title(lobby.variant, lobby.city) if lobby else "")
    game = db.session.scalar(select(Game).where(Game.code == code)) if kind == "game" else None
    if game is None:
        return Surroundings("")
    seat = next((player.seat for player in game.players if player.user_id == report.reported_id), "")
    name = game_title(game.variant, game.city)
    return Surroundings(
        name, game.finished_at is not None, seat, _load_lines(game, report) if report.about == "talk" else ()
    )


def _load_lines(game: Game, report: Report) -> list[ChatMessage]:
    """Return the chat lines just before and just after the reported one, on the reported player's side."""
    side = next((player.side for player in game.players if player.user_id == report.reported_id), "")
    said = select(ChatMessage).where(ChatMessage.game_id == game.id, ChatMessage.side == side)
    earlier = said.where(ChatMessage.said_at < report.said_at).order_by(ChatMessage.id.desc()).limit(CONTEXT_LINES)
    later = said.where(ChatMessage.said_at > report.said_at).order_by(ChatMessage.id).limit(CONTEXT_LINES)
    return [*db.session.scalars(earlier).all()[::-1], *db.session.scalars(later)]
