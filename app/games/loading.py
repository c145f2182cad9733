"""Finding a game's rows and the table that they tell, and changing them: one lock, one beat, one commit."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import and_, select

from app import pulse, rules
from app.db import db
from app.games.errors import NotHere
from app.games.models import Game, Move, Player
from app.rules.seats import side_of
from app.teams.loading import topic as topic_of_team
from app.web import is_code


def topic(code: str, side: str = "") -> str:
    """Return the pulse's topic for a game, or for what only one side of it may see.

    A side's own beat is its own: the other side's pages do not even learn that something changed there.
    """
    return f"game:{code}:{side}" if side else f"game:{code}"


def find(code: str) -> Game:
    """Return the game as the database has it now; raise NotHere."""
    return _one(code, lock=False)


@contextmanager
def changing(code: str, user_id: int, private: bool = False) -> Iterator[tuple[Game, Player]]:
    """Lock a game for one change by a person seated there, which beats and commits; whatever is raised undoes it.

    `private` changes are seen by the person's own side alone. Raises NotHere, for strangers too.
    """
    try:
        game = _one(code, lock=True)
        player = player_of(game, user_id)
        if player is None:
            raise NotHere(code)
        yield game, player
        pulse.beat(*_topics(game, side_of(player.seat) if private else ""))
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise


def _topics(game: Game, side: str) -> list[str]:
    """What a change concerns: the game, or one side of it; once an attempt has ended, its team's map too."""
    own = topic(game.code, side)
    return [own, topic_of_team(game.sheet.team_id)] if game.finished_at and game.sheet else [own]


def player_of(game: Game, user_id: int | None) -> Player | None:
    """Return the seat that a person holds now; who left holds none."""
    return next((player for player in game.players if player.user_id == user_id and player.is_present), None)


def seat_of(code: str, user_id: int | None) -> str | None:
    """Return the name of the seat that a person holds now, by one small query; raise NotHere."""
    own = and_(Player.game_id == Game.id, Player.user_id == user_id, Player.left_at.is_(None))
    row = db.session.execute(select(Game.id, Player.seat).outerjoin(Player, own).where(Game.code == code)).first()
    if row is None:
        raise NotHere(code)
    seat: str | None = row.seat
    return seat


def replay(game: Game) -> rules.Table:
    """Return the table as its deal and its moves make it."""
    rows = db.session.execute(select(Move.seat, Move.text).where(Move.game_id == game.id).order_by(Move.seq))
    return rules.replay(game.deal, [(row.seat, row.text) for row in rows])


def _one(code: str, lock: bool) -> Game:
    if not is_code(code):
        raise NotHere(code)
    query = select(Game).where(Game.code == code).execution_options(populate_existing=True)
    game = db.session.scalar(query.with_for_update(of=Game) if lock else query)
    if game is None:
        raise NotHere(code)
    return game
