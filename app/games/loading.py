"""Finding a game's rows, and changing them: one lock, one beat, one commit."""

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
from app.recall import is_recalling, read_by_oneself, recall
from app.web import is_code


def find(code: str) -> Game:
    """Return the game as the database has it now; raise NotHere."""
    return _one(code, lock=False)


def look(code: str) -> Game:
    """Return the game to be shown, which nobody may change; raise NotHere. Ended ones are read each time anew."""
    if not is_recalling([topic(code)]):
        return find(code)
    game = recall(("game", code), [topic(code)], lambda: _whole(find(code)))
    if game.finished_at is None:
        return game
    read_by_oneself()
    return find(code)


def _whole(game: Game) -> Game:
    """Load with a game whose attempt it is: its last move may be read when the game itself was recalled before it."""
    if game.sheet:
        game.sheet.team.member(None)
    return game


@contextmanager
def changing(code: str, user_id: int, private: bool = False) -> Iterator[tuple[Game, Player]]:
    """Lock a game for one change by a person seated there, which beats and commits; whatever is raised undoes it.

    `private` changes are seen by the person's own side alone. Raises NotHere, for strangers too, and TooLate for who
    was replaced by a substitute.
    """
    with locked(code) as game:
        player = seated(game, user_id)
        yield game, player
        acted(game, player, private)


def seated(game: Game, user_id: int) -> Player:
    """Return the seat that a person holds now; raise NotHere, and TooLate for who was replaced by a substitute."""
    player = player_of(game, user_id)
    if player is None:
        raise TooLate("replaced") if was_replaced(game, user_id) else NotHere(game.code)
    return player


def acted(game: Game, player: Player, private: bool = False) -> None:
    """Let everybody know that a player has done something at a locked table; the own side alone, if it is `private`."""
    player.acted_at = now()
    awaiting.align([game], {player.user_id})
    pulse.beat(*topics(game, player.side if private else ""))


@contextmanager
def locked(code: str) -> Iterator[Game]:
    """Lock a game, as the clock has left it, for one change that commits; whatever is raised undoes it."""
    try:
        yield _at_the_hour(code)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def catch_up(code: str) -> None:
    """Do what the clock has to do at a table that is about to be shown (T5)."""
    try:
        _at_the_hour(code)
    finally:
        db.session.rollback()


def _at_the_hour(code: str) -> Game:
    """Lock a game, and commit first what the clock has to do there: it stands, whatever becomes of the change."""
    game = _one(code, lock=True)
    at = now()
    if not deadlines.is_due(game, at):
        return game
    deadlines.settle(game, replay(game), at)
    awaiting.align([game])
    pulse.beat(*topics(game))
    db.session.commit()
    return _at_the_hour(code)


def player_of(game: Game, user_id: int | None) -> Player | None:
    """Return the seat that a person holds now; who left holds none."""
    return next((player for player in game.players if player.user_id == user_id and player.is_present), None)


def was_replaced(game: Game, user_id: int | None) -> bool:
    """Whether a substitute has taken this person's seat."""
    return any(player.user_id == user_id and player.replaced for player in game.players)


def seat_of(code: str, user_id: int | None) -> str | None:
    """Return the name of the seat that a person holds now, by one small query; raise NotHere.

    Where the clock has something to do at the table, that is done first.
    """
    if is_recalling([topic(code)]):
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
        read_by_oneself()
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
