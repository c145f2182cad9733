"""The games in a user's data export: what they did and wrote, and the deal of finished games."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Row, select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.games.store.models import ChatMessage, Game, Kudos, Mark, Move, Note, PastMarks, Player

OwnRow = TypeVar("OwnRow", Move, ChatMessage, Mark, Note, Kudos, PastMarks)

COLUMNS = (Game.id, Game.code, Game.variant, Game.deck, Game.city, Game.words, Game.deal, Game.winner, Game.reason)
DATES = (Game.created_at, Game.finished_at, Player.left_at, Player.shared_at)


def export_games(user_id: int) -> list[dict[str, Any]]:
    """Return a user's games with seven queries. The cards of running games are left out."""
    played = select(*COLUMNS, *DATES, Player.seat).join(Player).where(Player.user_id == user_id).order_by(Game.id)
    moves, lines = _own_rows(Move, user_id), _own_rows(ChatMessage, user_id)
    marks, notes, kudos = _own_rows(Mark, user_id), _own_rows(Note, user_id), _own_rows(Kudos, user_id)
    pointed = _own_rows(PastMarks, user_id)
    return [
        {
            **_export_game(row),
            "moves": [
                {"number": each.seq, "move": each.text, "at": iso_time(each.played_at)} for each in moves[row.id]
            ],
            "talk": [{"line": each.text, "at": iso_time(each.said_at)} for each in lines[row.id]],
            "marks": [{"card": each.card, "at": iso_time(each.marked_at)} for each in marks[row.id]],
            "pointed": {each.until: each.cards for each in pointed[row.id]},
            "note": next((each.text for each in notes[row.id]), None),
            "kudos": [each.seq for each in kudos[row.id]],
            "dots": next((each.dots for each in notes[row.id]), None),
        }
        for row in db.session.execute(played)
    ]


def _export_game(row: Row[Any]) -> dict[str, Any]:
    over = row.finished_at is not None
    return {
        "code": row.code,
        "variant": row.variant,
        "deck": row.deck,
        "city": row.city,
        "seat": row.seat,
        "begun": iso_time(row.created_at),
        "ended": iso_time(row.finished_at),
        "left": iso_time(row.left_at),
        "shared": iso_time(row.shared_at),
        "winner": row.winner,
        "reason": row.reason,
        "cards": row.words if over else None,
        "deal": row.deal if over else None,
    }


def _own_rows(model: type[OwnRow], user_id: int) -> dict[int, list[OwnRow]]:
    """Return a user's rows of a model, by game id. Selects by game too, because only that has an index."""
    played = select(Player.game_id).where(Player.user_id == user_id)
    query = select(model).where(model.game_id.in_(played), model.user_id == user_id)
    found: dict[int, list[OwnRow]] = defaultdict(list)
    rows: Sequence[OwnRow] = db.session.scalars(query.order_by(*model.__table__.primary_key)).all()
    for row in rows:
        found[row.game_id].append(row)
    return found


data_export.sections["games"] = export_games
