"""A user's games, most urgent first, for the home page and the link to the next game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, any_, case, func, or_, select
from sqlalchemy.orm import aliased, load_only

from app.accounts.models import User
from app.db import db
from app.games.models import Game, Player
from app.games.sentences import ending, title
from app.games.topics import game_topic
from app.languages import _
from app.notifications import bell

T = TypeVar("T")

FINISHED_SHOWN = 5
WATCHED = 50  # games whose changes an open home page learns of at once
COLUMNS = (Game.code, Game.variant, Game.city, Game.turn, Game.winner, Game.reason)
DATES = (Game.finished_at, Game.deadline, Game.stalled_at)


@dataclass(frozen=True)
class Row:
    """A game in a list; `waiting` means that it needs its reader now, `until` is the deadline."""

    code: str
    title: str
    people: str
    state: str
    waiting: bool
    until: datetime | None
    finished: bool


def mine(user_id: int) -> Sequence[Row]:
    """Return a user's games: first those waiting for them, most urgent on top, then the others; finished games last."""
    running = _games(user_id).where(Game.finished_at.is_(None)).order_by(_waits().desc(), *_pressing())
    finished = _games(user_id).where(Game.finished_at.is_not(None)).order_by(Game.finished_at.desc())
    return [*_rows(running), *_rows(finished.limit(FINISHED_SHOWN))]


def topics(user_id: int) -> list[str]:
    """Return the topics of the games that `mine` lists, limited to the latest."""
    own = select(Game.code).join(Player).where(Player.user_id == user_id, Player.left_at.is_(None))
    latest = own.order_by(Game.finished_at.desc().nulls_first(), Game.moved_at.desc()).limit(WATCHED)
    return [game_topic(code) for code in db.session.scalars(latest)]


def next_code(user_id: int, but: str = "") -> str | None:
    """Return the code of the user's most urgent waiting game other than `but`, if any."""
    return db.session.scalar(_waiting(select(Game.code), user_id, but).order_by(*_pressing()).limit(1))


def waiting(user_id: int, but: str = "") -> int:
    """Return how many games wait for a user, not counting `but`; same source as the bell."""
    return len(bell.load_bell(user_id).awaited - {game_topic(but)})


def _waiting(query: Select[T], user_id: int, but: str) -> Select[T]:
    return query.join(Player).where(Player.user_id == user_id, Player.left_at.is_(None), _waits(), Game.code != but)


def _games(user_id: int) -> Select[Game, Player, bool]:
    own = select(Game, Player, _waits()).join(Player).options(load_only(*COLUMNS, *DATES))
    return own.where(Player.user_id == user_id, Player.left_at.is_(None))


def _waits() -> ColumnElement[bool]:
    """Return a condition: a game needs this player, either to move or to replace their team's spymaster (L1)."""
    other, person = aliased(Player), aliased(User)
    there = (
        select(other.game_id)
        .join(person, person.id == other.user_id)
        .where(
            other.game_id == Game.id,
            other.seat == func.replace(Player.seat, "operative", "spymaster"),
            other.left_at.is_(None),
            person.deleted_at.is_(None),
            or_(person.suspended_until.is_(None), person.suspended_until <= func.now()),
        )
    )
    lost = and_(Player.seat.like("%-operative"), ~there.correlate(Game, Player).exists())
    return and_(Game.finished_at.is_(None), or_(Player.seat == any_(Game.turn), lost))


def _pressing() -> Sequence[SQLColumnExpression[Any]]:
    """Return the order of urgency: by deadline, then by the time since the last move."""
    return _until().nulls_last(), Game.moved_at, Game.id


def _until() -> ColumnElement[datetime]:
    """Return the deadline of a game, NULL if it is stalled (T4) because its clock then stands still."""
    return case((Game.stalled_at.is_(None), Game.deadline))


def _rows(query: Select[Game, Player, bool]) -> Iterator[Row]:
    for game, player, waits in db.session.execute(query).all():
        yield Row(
            code=game.code,
            title=title(game.variant, game.city),
            people=", ".join(other.user.display_name for other in game.players if other is not player),
            state=_state(game, waits),
            waiting=waits,
            until=None if game.stalled_at or game.finished_at else game.deadline,
            finished=game.finished_at is not None,
        )


def _state(game: Game, waits: bool) -> str:
    if game.finished_at is not None:
        return ending(game.winner, game.reason or "")
    if waits:
        return _("Your turn")
    if game.stalled_at is not None:
        return _("Stopped: three turns in a row were missed")
    return _awaited(
        [player.user.display_name for player in game.players if player.seat in game.turn and player.is_present]
    )


def _awaited(names: Sequence[str]) -> str:
    """Say who is to move, or that a seat is empty."""
    if not names:
        return _("Waiting for a player")
    *most, last = names
    if not most:
        return _("Waiting for %(name)s", name=last)
    return _("Waiting for %(names)s or %(last)s", names=", ".join(most), last=last)
