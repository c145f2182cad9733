"""Load a game, or lock it for a change that bumps its topics and commits."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import and_, select

from app.db import db, now
from app.games.store import turn_notifications
from app.games.store.errors import GameNotFound, TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table
from app.games.store.topics import affected_topics, game_topic
from app.games.table import deadlines
from app.http.responses import is_code
from app.live import topic_versions
from app.live.read_cache import bypass_cache, cached_read, is_cache_usable


def load_game(code: str) -> Game:
    """Return the game, read from the database; raise GameNotFound."""
    return _query_game(code, lock=False)


def load_game_for_display(code: str) -> Game:
    """Return a read-only game for display; raise GameNotFound. Running games may come from the read cache."""
    if not is_cache_usable([game_topic(code)]):
        return load_game(code)
    game = cached_read(("game", code), [game_topic(code)], lambda: _with_team(load_game(code)))
    if game.finished_at is None:
        return game
    bypass_cache()
    return load_game(code)


def _with_team(game: Game) -> Game:
    """Load the team of an attempt with the game: a cached game can no longer load it when its last move is shown."""
    if game.sheet:
        game.sheet.team.member(None)
    return game


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


def require_player(game: Game, user_id: int) -> Player:
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
        yield _lock_settled_game(code)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def settle_clock(code: str) -> None:
    """Settle the clock of a game that is about to be shown (T5)."""
    try:
        _lock_settled_game(code)
    finally:
        db.session.rollback()


def _lock_settled_game(code: str) -> Game:
    """Lock a game. If its time is up, settle and commit that first, so that it survives a rollback of the change."""
    game = _query_game(code, lock=True)
    at = now()
    if not deadlines.is_due(game, at):
        return game
    deadlines.settle(game, load_table(game), at)
    turn_notifications.sync([game])
    topic_versions.bump(*affected_topics(game))
    db.session.commit()
    return _lock_settled_game(code)


def find_player(game: Game, user_id: int | None) -> Player | None:
    """Return the user's player if they are present in the game, else None."""
    return next((player for player in game.players if player.user_id == user_id and player.is_present), None)


def was_replaced(game: Game, user_id: int | None) -> bool:
    """Whether a substitute has taken this user's seat."""
    return any(player.user_id == user_id and player.replaced for player in game.players)


def find_seat(code: str, user_id: int | None) -> str | None:
    """Return the user's current seat, or None; raise GameNotFound. Uses the read cache or one small query.

    If the time of the game is up, its clock is settled first.
    """
    if is_cache_usable([game_topic(code)]):
        game = load_game_for_display(code)
        if not deadlines.is_due(game, now()):
            player = find_player(game, user_id)
            return player.seat if player else None
    return _read_seat(code, user_id)


def _read_seat(code: str, user_id: int | None) -> str | None:
    own = and_(Player.game_id == Game.id, Player.user_id == user_id, Player.left_at.is_(None))
    query = select(Game.deadline, Game.finished_at, Player.seat).outerjoin(Player, own).where(Game.code == code)
    row = db.session.execute(query).first()
    if row is None:
        raise GameNotFound(code)
    if row.deadline is not None and row.finished_at is None and row.deadline <= now():
        bypass_cache()
        settle_clock(code)
    seat: str | None = row.seat
    return seat


def _query_game(code: str, lock: bool) -> Game:
    if not is_code(code):
        raise GameNotFound(code)
    query = select(Game).where(Game.code == code).execution_options(populate_existing=True)
    game = db.session.scalar(query.with_for_update(of=Game) if lock else query)
    if game is None:
        raise GameNotFound(code)
    return game
