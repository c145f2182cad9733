"""What stood around what was reported, as far as it still does: read when an admin looks, and copied nowhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from app.db import db
from app.games.models import Game, Talk
from app.games.sentences import title
from app.lobbies.models import Lobby
from app.moderation.models import Report

LINES: Final = 3  # before, and after


@dataclass(frozen=True)
class Around:
    """The place of a report: what it is called, whether it goes on, the seat of who is meant, and the lines around."""

    title: str
    over: bool | None = None
    seat: str = ""
    lines: Sequence[Talk] = ()


def around(report: Report) -> Around:
    """Return the surroundings of a report; a place that is gone has no title."""
    kind, _, code = report.place.partition(":")
    if kind == "lobby":
        lobby = db.session.scalar(select(Lobby).where(Lobby.code == code))
        return Around(title(lobby.variant, lobby.city) if lobby else "")
    game = db.session.scalar(select(Game).where(Game.code == code)) if kind == "game" else None
    if game is None:
        return Around("")
    seat = next((player.seat for player in game.players if player.user_id == report.reported_id), "")
    name = title(game.variant, game.city)
    return Around(name, game.finished_at is not None, seat, _lines(game, report) if report.about == "talk" else ())


def _lines(game: Game, report: Report) -> list[Talk]:
    """Return what was said just before and after, on the side of who is meant."""
    side = next((player.side for player in game.players if player.user_id == report.reported_id), "")
    said = select(Talk).where(Talk.game_id == game.id, Talk.side == side)
    earlier = said.where(Talk.said_at < report.said_at).order_by(Talk.id.desc()).limit(LINES)
    later = said.where(Talk.said_at > report.said_at).order_by(Talk.id).limit(LINES)
    return [*db.session.scalars(earlier).all()[::-1], *db.session.scalars(later)]
