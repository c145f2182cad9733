"""Marks of finished turns. They are archived by the same statement that deletes the marks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, func, select

from app.db import db
from app.games.store.models import Game, Mark, Move, PastMarks

# CTEs that delete the marks of the players on some seats and archive them, as one row per player; `ended_*` are the
# games, the seats whose turn has ended, and the moves that ended them.
ARCHIVE_MARKS: Final = """
    ended AS (
        SELECT * FROM unnest(CAST(:ended_games AS bigint[]), CAST(:ended_seats AS text[]), CAST(:ended_by AS int[]))
            AS ended (game_id, seat, until)),
    gone AS (
        DELETE FROM marks
        WHERE (game_id, user_id) IN (SELECT game_id, user_id FROM players JOIN ended USING (game_id, seat))
        RETURNING *),
    archived AS (
        INSERT INTO pointed (game_id, user_id, until, cards)
        SELECT gone.game_id, gone.user_id, until, jsonb_object_agg(gone.card, (SELECT coalesce(max(seq), 0) FROM moves
            WHERE moves.game_id = gone.game_id AND moves.played_at <= gone.marked_at))
        FROM gone JOIN ended USING (game_id) GROUP BY gone.game_id, gone.user_id, until
        ON CONFLICT DO NOTHING RETURNING 1)
"""


@dataclass(frozen=True)
class MarkSpan:
    """A card was marked from after move `since` until before move `until`."""

    card: int
    since: int
    until: int


def archive_values(ended: Iterable[tuple[int, str, int]]) -> dict[str, list[Any]]:
    """Return the bind parameters of `ARCHIVE_MARKS`, from the game's id, the seat and the last move of each turn."""
    games, seats, moves = zip(*ended, strict=True) if (ended := [*ended]) else ((), (), ())
    return {"ended_games": [*games], "ended_seats": [*seats], "ended_by": [*moves]}


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
