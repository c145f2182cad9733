"""Load a game, or lock it for a change that bumps its topics and commits."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import and_, select

from app import pulse
from app.db import db, now
from app.games import awaiting, deadlines
from app.games.errors import NotHere, TooLate
from app.games.models import Game, Player
from app.games.records import replay
from app.games.topics import topic, topics
from app.recall import bypass_cache, cached_read, is_cache_usable
from app.web import is_code


def find(code: str) -> Game:
    """Return the game, read from the database; raise NotHere."""
    return _one(code, lock=False)


def look(code: str) -> Game:
    """Return a read-only game for display; raise NotHere. Running games may come from the read cache."""
    if not is_cache_usable([topic(code)]):
        return find(code)
    game = cached_read(("game", code), [topic(code)], lambda: _whole(find(code)))
    if game.finished_at is None:
        return game
    bypass_cache()
    return find(code)


def _whole(game: Game) -> Game:
    """Load the team of an attempt with the game: a cached game can no longer load it when its last move is shown."""
    if game.sheet:
        game.sheet.team.member(None)
    return game


@contextmanager
def changing(code: str, user_id: int, private: bool = False) -> Iterator[tuple[Game, Player]]:
    """Lock a game for one action of a player; bump its topics and commit afterwards, or roll back on an exception.

    A `private` action bumps only the topic of the player's side. Raises NotHere if there is no such game or
    the user has no seat in it, and TooLate if a substitute took the seat.
    """
    with locked(code) as game:
        player = seated(game, user_id)
        yield game, player
        acted(game, player, private)


def seated(game: Game, user_id: int) -> Player:
    """Return the user's current player; raise NotHere if there is none, TooLate if a substitute took the seat."""
    player = player_of(game, user_id)
    if player is None:
        raise TooLate("replaced") if was_replaced(game, user_id) else NotHere(game.code)
    return player


def acted(game: Game, player: Player, private: bool = False) -> None:
    """Update notices and bump topics after a player's action in a locked game; only their side's topic if `private`."""
    player.acted_at = now()
    awaiting.align([game], {player.user_id})
    pulse.bump(*topics(game, player.side if private else ""))


@contextmanager
def locked(code: str) -> Iterator[Game]:
    """Lock a game, after settling its clock, for one change; commit afterwards, or roll back on an exception."""
    try:
        yield _at_the_hour(code)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def catch_up(code: str) -> None:
    """Settle the clock of a game that is about to be shown (T5)."""
    try:
        _at_the_hour(code)
    finally:
        db.session.rollback()


def _at_the_hour(code: str) -> Game:
    """Lock a game. If its time is up, settle and commit that first, so that it survives a rollback of the change."""
    game = _one(code, lock=True)
    at = now()
    if not deadlines.is_due(game, at):
        return game
    deadlines.settle(game, replay(game), at)
    awaiting.align([game])
    pulse.bump(*topics(game))
    db.session.commit()
    return _at_the_hour(code)


def player_of(game: Game, user_id: int | None) -> Player | None:
    """Return the user's player if they are present in the game, else None."""
    return next((player for player in game.players if player.user_id == user_id and player.is_present), None)


def was_replaced(game: Game, user_id: int | None) -> bool:
    """Whether a substitute has taken this user's seat."""
    return any(player.user_id == user_id and player.replaced for player in game.players)


def seat_of(code: str, user_id: int | None) -> str | None:
    """Return the user's current seat, or None; raise NotHere. Uses the read cache or one small query.

    If the time of the game is up, its clock is settled first.
    """
    if is_cache_usable([topic(code)]):
        game = look(code)
        if not deadlines.is_due(game, now()):
            player = player_of(game, user_id)
            return player.seat if player else None
    return _read_seat(code, user_id)


def _read_seat(code: str, user_id: int | None) -> str | None:
    own = and_(Player.game_id == Game.id, Player.user_id == user_id, Player.left_at.is_(None))
    query = select(Game.deadline, Game.finished_at, Player.seat).outerjoin(Player, own).where(Game.code == code)
    row = db.session.execute(query).first()
    if row is None:
        raise NotHere(code)
    if row.deadline is not None and row.finished_at is None and row.deadline <= now():
        bypass_cache()
        catch_up(code)
    seat: str | None = row.seat
    return seat


def _one(code: str, lock: bool) -> Game:
    if not is_code(code):
        raise NotHere(code)
    query = select(Game).where(Game.code == code).execution_options(populate_existing=True)
    game = db.session.scalar(query.with_for_update(of=Game) if lock else query)
    if game is None:
        raise NotHere(code)
    return game
