"""Storing results: in the transaction that ends a game, and by the worker for games that ended earlier."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, cast

from sqlalchemy import delete, insert, select

from app.db import db
from app.games.store import end_hooks
from app.games.store.end_hooks import EndedGames
from app.games.store.models import Game, Move
from app.games.store.move_records import load_tables
from app.profiles.game_actions import GameActions, game_actions
from app.profiles.models import Result, UncountedGame
from app.profiles.winners import has_won, players_at_fault
from app.rules import VARIANTS, Outcome, Table
from app.rules.seats import role_of


def store_results(ended: EndedGames) -> None:
    """Store the results of ended games with two statements, without commit.

    Void games have none (V23), nor have games of bots with people.
    """
    counted = [(game, table) for game, table in ended if game.reason != "void" and not _is_mixed(game)]
    moves = _load_moves([game.id for game, _ in counted])
    rows = [row for game, table in counted for row in _rows(game, table, moves[game.id])]
    if rows:
        db.session.execute(insert(Result), rows)


def store_missing_results(most: int) -> int:
    """Store the results of up to `most` games that ended before results existed. Commits.

    Returns how many games were handled.
    """
    waiting = select(UncountedGame.game_id).order_by(UncountedGame.game_id.desc()).limit(most)
    waiting = waiting.with_for_update(skip_locked=True)
    taken = delete(UncountedGame).where(UncountedGame.game_id.in_(waiting)).returning(UncountedGame.game_id)
    ids = db.session.scalars(taken).all()
    games = db.session.scalars(select(Game).where(Game.id.in_(ids))).all() if ids else ()
    tables = load_tables(games) if games else {}
    store_results([(game, tables[game.id]) for game in games])
    db.session.commit()
    return len(ids)


def _is_mixed(game: Game) -> bool:
    """Return whether both bots and people played in a game."""
    return len({player.user.is_bot for player in game.players}) > 1


def _load_moves(ids: Sequence[int]) -> dict[int, list[tuple[int | None, str]]]:
    query = select(Move.game_id, Move.user_id, Move.text).where(Move.game_id.in_(ids))
    found: dict[int, list[tuple[int | None, str]]] = defaultdict(list)
    for row in db.session.execute(query.order_by(Move.game_id, Move.seq)):
        found[row.game_id].append((row.user_id, row.text))
    return found


def _rows(game: Game, table: Table, moves: list[tuple[int | None, str]]) -> list[dict[str, Any]]:
    """Return a row of Result for each player of a game except computers and deleted accounts; guests have rows too."""
    done, outcome = game_actions(table, moves), cast(Outcome, table.outcome)
    guilty = players_at_fault(game, table, moves[-1][0])
    return [
        {
            "game_id": game.id,
            "user_id": player.user_id,
            "variant": game.variant,
            "side": player.side,
            "role": role_of(player.seat) if VARIANTS[game.variant].game == "versus" else "",
            "won": has_won(outcome, player, guilty),
            "ended_at": cast(datetime, game.finished_at),
            **asdict(done.get(player.user_id, GameActions())),
        }
        for player in game.players
        if player.user.deleted_at is None and not player.user.computer
    ]


end_hooks.hooks.append(store_results)
