"""Load a game, or lock it for a change that bumps its topics and commits."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import request
from sqlalchemy import select

from app.db import db, now
from app.games.store import snapshot_store, turn_notifications
from app.games.store.errors import GameNotFound, TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table
from app.games.store.players import find_player, was_replaced
from app.games.store.snapshot import TableSnapshot, load_snapshot, topics_of
from app.games.store.state import GameState, P
from app.games.store.topics import affected_topics
from app.games.table import deadlines
from app.http.responses import is_code
from app.live import topic_versions


def load_game(code: str) -> Game:
    """Return the game, read from the database; raise GameNotFound."""
    return _query_game(code, lock=False)


@contextmanager
def player_action(code: str, user_id: int, private: bool = False) -> Iterator[tuple[Game, Player]]:
    """Lock a game for one action of a player; bump its topics and commit afterwards, or roll back on an exception.

    A `private` action bumps only the topic of the player's side. Raises GameNotFound if there is no such game or
    the user has no seat in it, and TooLate if a substitute took the seat.
    """
    with lock_game(code) as game:
        player = require_player(game, user_id)
        yield game, player
        finish_action(game, player, private)


def require_player(game: GameState[P], user_id: int) -> P:
    """Return the user's current player; raise GameNotFound if there is none, TooLate if a substitute took the seat."""
    player = find_player(game, user_id)
    if player is None:
        raise TooLate("replaced") if was_replaced(game, user_id) else GameNotFound(game.code)
    return player


def finish_action(game: Game, player: Player, private: bool = False) -> None:
    """Update notices and bump topics after a player's action in a locked game; only their side's topic if `private`."""
    player.acted_at = now()
    turn_notifications.sync([game], {player.user_id})
    topic_versions.bump(*affected_topics(game, player.side if private else ""))


@contextmanager
def lock_game(code: str) -> Iterator[Game]:
    """Lock a game, after settling its clock, for one change; commit afterwards, or roll back on an exception."""
    try:
        yield lock_settled_game(code)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def load_current(code: str, user_id: int | None) -> TableSnapshot:
    """Return a snapshot that is current for this reader; raise GameNotFound. If the time is up, the clock is settled.

    In a request that has changed something it is loaded, and kept for the others. An ended game is always loaded: no
    topic tells when something about it changes.
    """
    snapshot = _load_snapshot(code, lambda snapshot: _is_current(snapshot, user_id))
    if not deadlines.is_due(snapshot, now()):
        return snapshot
    try:
        lock_settled_game(code)
    finally:
        db.session.rollback()
    return _load_snapshot(code, lambda _: False)


def _load_snapshot(code: str, is_current: Callable[[TableSnapshot], bool]) -> TableSnapshot:
    if not is_code(code):
        raise GameNotFound(code)
    store = snapshot_store.find_store()
    found = store.get(code, is_current) if store else load_snapshot(code)
    if found is None:
        raise GameNotFound(code)
    return found


def _is_current(snapshot: TableSnapshot, user_id: int | None) -> bool:
    """Whether nothing has changed since that this reader may see."""
    if snapshot.finished_at is not None or request.method != "GET":
        return False
    player = find_player(snapshot, user_id)
    versions = topic_versions.load_versions(topics_of(snapshot.code, *([player.side] if player else [])))
    return all(snapshot.versions[topic] >= version for topic, version in versions.items())


def find_seat(code: str, user_id: int | None) -> str | None:
    """Return the user's current seat, or None; raise GameNotFound. If the time is up, the clock is settled."""
    player = find_player(load_current(code, user_id), user_id)
    return player.seat if player else None


def lock_settled_game(code: str) -> Game:
    """Lock a game. If its time is up, settle and commit that first, so that it survives a rollback of the change."""
    game = _query_game(code, lock=True)
    at = now()
    if not deadlines.is_due(game, at):
        return game
    deadlines.settle(game, load_table(game), at)
    turn_notifications.sync([game])
    topic_versions.bump(*affected_topics(game))
    db.session.commit()
    return lock_settled_game(code)


def _query_game(code: str, lock: bool) -> Game:
    if not is_code(code):
        raise GameNotFound(code)
    query = select(Game).where(Game.code == code).execution_options(populate_existing=True)
    game = db.session.scalar(query.with_for_update(of=Game) if lock else query)
    if game is None:
        raise GameNotFound(code)
    return game
