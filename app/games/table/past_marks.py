"""Marks of finished turns. They are archived by the same statement that deletes the marks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import CTE, Select, Text, cast, func, select
from sqlalchemy.dialects.postgresql import insert

from app.db import db
from app.games.store.models import Game, Mark, Move, PastMarks


@dataclass(frozen=True)
class MarkSpan:
    """A card was marked from after move `since` until before move `until`."""

    card: int
    since: int
    until: int


def archive_cte(gone: CTE) -> CTE:
    """Return a CTE that archives the marks deleted by the CTE `gone`, as one row per player."""
    turns = (
        select(
            gone.c.game_id,
            gone.c.user_id,
            Game.version,
            func.jsonb_object_agg(cast(gone.c.card, Text), _last_move_before(gone.c)),
        )
        .join(Game, Game.id == gone.c.game_id)
        .group_by(gone.c.game_id, gone.c.user_id, Game.version)
    )
    into = insert(PastMarks).from_select(["game_id", "user_id", "until", "cards"], turns)
    return into.on_conflict_do_nothing().returning(PastMarks.game_id).cte("kept")


def load_mark_spans(game: Game, user_ids: Iterable[int]) -> Mapping[int, list[MarkSpan]]:
    """Return the marks of these users in a finished game, by user id. Marks that were never removed last to its end."""
    found: dict[int, list[MarkSpan]] = {user_id: [] for user_id in user_ids}
    for row in db.session.scalars(select(PastMarks).where(PastMarks.game_id == game.id, PastMarks.user_id.in_(found))):
        found[row.user_id] += [MarkSpan(int(card), since, row.until) for card, since in row.cards.items()]
    left = select(Mark.user_id, Mark.card, _last_move_before(Mark)).where(
        Mark.game_id == game.id, Mark.user_id.in_(found)
    )
    for user_id, card, since in db.session.execute(left):
        found[user_id].append(MarkSpan(card, since, game.version + 1))
    return found


def _last_move_before(mark: Any) -> Any:
    """Return a subquery for the number of the last move before a mark was made, 0 if none."""
    before: Select[tuple[int]] = select(func.coalesce(func.max(Move.seq), 0))
    return before.where(Move.game_id == mark.game_id, Move.played_at <= mark.marked_at).scalar_subquery()
