"""The context of a reported item, as far as it still exists. Read on demand, never stored."""

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
    """The place of a report: its title, whether the game is over, the reported player's seat, nearby chat lines."""

    title: str
    over: bool | None = None
    seat: str = ""
    lines: Sequence[ChatMessage] = ()


def load_surroundings(report: Report) -> Surroundings:
    """Return the surroundings of a report; the title is empty if the place is gone."""
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
    """Return the chat lines just before and after, on the reported player's side."""
    side = next((player.side for player in game.players if player.user_id == report.reported_id), "")
    said = select(ChatMessage).where(ChatMessage.game_id == game.id, ChatMessage.side == side)
    earlier = said.where(ChatMessage.said_at < report.said_at).order_by(ChatMessage.id.desc()).limit(CONTEXT_LINES)
    later = said.where(ChatMessage.said_at > report.said_at).order_by(ChatMessage.id).limit(CONTEXT_LINES)
    return [*db.session.scalars(earlier).all()[::-1], *db.session.scalars(later)]
