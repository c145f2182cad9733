"""A user's games, most urgent first, for the home page and the link to the next game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, any_, case, func, or_, select
from sqlalchemy.orm import aliased, load_only

from app.accounts.models import User
from app.db import db
from app.games.store.models import Game, Player
from app.games.store.topics import game_topic
from app.games.wording.sentences import game_title, outcome_text
from app.i18n.languages import _
from app.notifications import bell

T = TypeVar("T")

FINISHED_SHOWN = 5
MAX_TOPICS = 50  # games whose changes an open home page learns of at once
COLUMNS = (Game.code, Game.variant, Game.city, Game.turn, Game.winner, Game.reason)
DATES = (Game.finished_at, Game.deadline, Game.stalled_at)


@dataclass(frozen=True)
class GameRow:
    """A game in a list; `waiting` means that it needs its reader now, `until` is the deadline."""

    code: str
    title: str
    people: str
    state: str
    waiting: bool
    until: datetime | None
    finished: bool


def list_games(user_id: int) -> Sequence[GameRow]:
    """Return a user's games: first those waiting for them, most urgent on top, then the others; finished games last."""
    running = _games_query(user_id).where(Game.finished_at.is_(None)).order_by(_is_waiting().desc(), *_by_urgency())
    finished = _games_query(user_id).where(Game.finished_at.is_not(None)).order_by(Game.finished_at.desc())
    return [*_rows(running), *_rows(finished.limit(FINISHED_SHOWN))]


def list_topics(user_id: int) -> list[str]:
    """Return the topics of the games that `mine` lists, limited to the latest."""
    own = select(Game.code).join(Player).where(Player.user_id == user_id, Player.left_at.is_(None))
    latest = own.order_by(Game.finished_at.desc().nulls_first(), Game.moved_at.desc()).limit(MAX_TOPICS)
    return [game_topic(code) for code in db.session.scalars(latest)]


def next_game_code(user_id: int, but: str = "") -> str | None:
    """Return the code of the user's most urgent waiting game other than `but`, if any."""
    return db.session.scalar(_add_waiting(select(Game.code), user_id, but).order_by(*_by_urgency()).limit(1))


def count_waiting(user_id: int, but: str = "") -> int:
    """Return how many games wait for a user, not counting `but`; same source as the bell."""
    return len(bell.load_bell(user_id).awaited - {game_topic(but)})


def _add_waiting(query: Select[T], user_id: int, but: str) -> Select[T]:
    return query.join(Player).where(
        Player.user_id == user_id, Player.left_at.is_(None), _is_waiting(), Game.code != but
    )


def _games_query(user_id: int) -> Select[Game, Player, bool]:
    own = select(Game, Player, _is_waiting()).join(Player).options(load_only(*COLUMNS, *DATES))
    return own.where(Player.user_id == user_id, Player.left_at.is_(None))


def _is_waiting() -> ColumnElement[bool]:
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


def _by_urgency() -> Sequence[SQLColumnExpression[Any]]:
    """Return the order of urgency: by deadline, then by the time since the last move."""
    return _running_deadline().nulls_last(), Game.moved_at, Game.id


def _running_deadline() -> ColumnElement[datetime]:
    """Return the deadline of a game, NULL if it is stalled (T4) because its clock then stands still."""
    return case((Game.stalled_at.is_(None), Game.deadline))


def _rows(query: Select[Game, Player, bool]) -> Iterator[GameRow]:
    for game, player, waits in db.session.execute(query).all():
        yield GameRow(
            code=game.code,
            title=game_title(game.variant, game.city),
            people=", ".join(other.user.display_name for other in game.players if other is not player),
            state=_state(game, waits),
            waiting=waits,
            until=None if game.stalled_at or game.finished_at else game.deadline,
            finished=game.finished_at is not None,
        )


def _state(game: Game, waits: bool) -> str:
    if game.finished_at is not None:
        return outcome_text(game.winner, game.reason or "")
    if waits:
        return _("Your turn")
    if game.stalled_at is not None:
        return _("On hold: three turns missed in a row")
    return _waiting_for(
        [player.user.display_name for player in game.players if player.seat in game.turn and player.is_present]
    )


def _waiting_for(names: Sequence[str]) -> str:
    """Say who is to move, or that a seat is empty."""
    if not names:
        return _("Waiting for a player")
    *most, last = names
    if not most:
        return _("Waiting for %(name)s", name=last)
    return _("Waiting for %(names)s or %(last)s", names=", ".join(most), last=last)
