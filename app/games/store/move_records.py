"""Replay a game from its rows in `moves`, and save new moves."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from app import rules
from app.db import db
from app.games.store import clocks, end_hooks, turn_notifications
from app.games.store.models import Game, Move
from app.games.store.snapshot_store import known_table
from app.games.store.state import AnyChangingGame


def load_table(game: Game) -> rules.Table:
    """Return the table that results from the deal and all moves; call it before the game is changed."""
    return known_table(game.code, game.version) or load_tables([game])[game.id]


def load_tables(games: Sequence[Game]) -> dict[int, rules.Table]:
    """Return the tables of several games, by game id, with one query."""
    query = select(Move.game_id, Move.seat, Move.text).where(Move.game_id.in_([game.id for game in games]))
    moves: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for row in db.session.execute(query.order_by(Move.game_id, Move.seq)):
        moves[row.game_id].append((row.seat, row.text))
    return {game.id: rules.replay(game.deal, moves[game.id]) for game in games}


def record_move(
    game: Game, before: rules.Table, after: rules.Table, seat: str, move: rules.Move, user_id: int | None, at: datetime
) -> None:
    """Save a move, and send the notifications that follow if the game was stalled or is over now."""
    if game.stalled_at:
        turn_notifications.close_stalled_notices(game)
    if game.void_votes:
        turn_notifications.close_void_notices(game)
    save_move(game, before, after, seat, move, user_id, at)
    if after.outcome is not None:
        turn_notifications.notify_game_over([game], user_id)
        end_hooks.call_hooks([(game, after)])


def save_move(
    game: Game, before: rules.Table, after: rules.Table, seat: str, move: rules.Move, user_id: int | None, at: datetime
) -> None:
    """Save a move, update the columns that game lists read, and advance the clock. Sends no notifications."""
    row = Move(game_id=game.id, seq=after.version, seat=seat, text=str(move), user_id=user_id)
    row.played_at = at
    db.session.add(row)
    if game.stalled_at or after.outcome:
        game.substitute = game.substitute_seat = None  # the missing side is back, or the game is over
    apply_move(game, before, after, at)
    if after.outcome is not None:
        game.winner, game.reason, game.finished_at = after.outcome.winner, after.outcome.reason, at


def apply_move(game: AnyChangingGame, before: rules.Table, after: rules.Table, at: datetime) -> None:
    """Set what a move changes of a game that goes on, and advance the clock."""
    game.version, game.phase, game.turn, game.moved_at = after.version, after.phase, list(after.turn), at
    game.void_votes = []
    clocks.advance(game, before, after, at)
