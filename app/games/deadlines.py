"""What the clock does when time runs out (T2-T5): by whoever looks first, a player or the worker, exactly once."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, select, update
from sqlalchemy.orm import selectinload

from app import pulse, rules
from app.db import db, now, write_alike
from app.games import awaiting, clocks, endings, votes
from app.games.models import Game
from app.games.records import replays, write
from app.games.topics import topics
from app.rules import CLOCK, Stop, Timeout

BATCH: Final = 50  # games in one transaction of the sweep
LATE: Final = timedelta(seconds=clocks.PHASES["live"][0])  # from then on, the next phase begins when this is noticed
OFFER: Final = {"live": timedelta(hours=1), "own": timedelta(days=7)}  # for a stalled table to choose in (T4)
CHANGED: Final = (
    *("version", "phase", "turn", "moved_at", "winner", "reason", "finished_at", "substitute", "substitute_seat"),
    *("phase_began_at", "deadline", "stalled_at", "banks", "given", "paused", "still_from", "still_until"),
)  # columns that the clock may have to write
POSTPONED: Final = timedelta(minutes=10)  # a game that cannot be settled must not stop the others

log = logging.getLogger(__name__)


def is_due(game: Game, at: datetime) -> bool:
    """Whether the time of the running phase, or of a stalled table, is over."""
    return game.deadline is not None and game.finished_at is None and game.deadline <= at


def settle(game: Game, table: rules.Table, at: datetime) -> rules.Table:
    """Do what the clock has to do at a locked table up to now; return the table after it. The caller commits."""
    return settle_all([game], {game.id: table}, at)[game.id]


def settle_all(games: Sequence[Game], tables: Mapping[int, rules.Table], at: datetime) -> dict[int, rules.Table]:
    """Settle several locked tables by as few statements as one."""
    due = [game for game in games if is_due(game, at)]
    after, cards = dict(tables), votes.late_choices(due, tables)
    awaiting.withdraw_offer(*(game for game in due if game.stalled_at))
    for game in due:
        after[game.id] = _run_out(game, tables[game.id], cards.get(game.id), _time_of(game, at))
    write_alike(due, *CHANGED)
    votes.end_turns((game, tables[game.id], after[game.id]) for game in due)
    awaiting.tell_the_end([game for game in due if game.finished_at], None)
    endings.tell([(game, after[game.id]) for game in due if game.finished_at])
    awaiting.tell_stalled([game for game in due if game.stalled_at])
    return after


def sweep() -> int:
    """Settle all games whose time is over, a batch in a transaction; return how many. Any number may sweep at once."""
    done = 0
    while games := _take(overdue().limit(BATCH)):
        ids = [game.id for game in games]
        done += len(ids) if _settled(games) else sum(_settled_alone(game_id) for game_id in ids)
    db.session.rollback()
    return done


def overdue() -> Select[Game]:
    """Return the query for the games whose time is over, the longest first (by the index on deadlines)."""
    return select(Game).where(Game.deadline <= now(), Game.finished_at.is_(None)).order_by(Game.deadline)


def _take(query: Select[Game]) -> Sequence[Game]:
    """Lock those of these games that nobody else has locked."""
    query = query.options(selectinload(Game.sheet).lazyload("*")).with_for_update(of=Game, skip_locked=True)
    return db.session.scalars(query.execution_options(populate_existing=True)).all()


def _settled(games: Sequence[Game]) -> bool:
    """Settle locked games and commit; where that fails, say why, undo it and return False."""
    try:
        settle_all(games, replays(games), now())
        awaiting.align(games)
        pulse.beat(*(topic for game in games for topic in topics(game)))
        db.session.commit()
    except Exception:
        log.exception("The time of %d games is over, and one of them could not be told so.", len(games))
        db.session.rollback()
        return False
    finally:
        db.session.remove()
    return True


def _settled_alone(game_id: int) -> bool:
    """Settle a game of a batch that failed; put it off if it is the one that cannot be settled."""
    alone = Game.id == game_id
    if not (games := _take(overdue().where(alone))):
        return False
    if settled := _settled(games):
        return settled
    free = overdue().with_only_columns(Game.id).where(alone).with_for_update(skip_locked=True)
    db.session.execute(update(Game).where(Game.id.in_(free.order_by(None))).values(deadline=now() + POSTPONED))
    db.session.commit()
    return False


def _time_of(game: Game, at: datetime) -> datetime:
    """Return when the clock did what it does now: at the deadline, however late that is noticed.

    Much later, and a next phase would begin with time lost, or be over as well: then it is done now.
    """
    return game.deadline if game.deadline and at - game.deadline < LATE else at


def _run_out(game: Game, table: rules.Table, card: int | None, at: datetime) -> rules.Table:
    """Let the running phase end for want of time: as the marks say, by the rule, or by offering the table a choice."""
    if card is not None:
        return _touch_late(game, table, card, at)
    after = table.play(CLOCK, Timeout())
    if after.outcome and after.outcome.reason == "abandoned" and game.stalled_at is None:
        game.stalled_at = at
        game.deadline = at + OFFER[clocks.Clock.parse(game.clock).pace]
        return table
    write(game, table, after, CLOCK, Timeout(), None, at)
    return after


def _touch_late(game: Game, table: rules.Table, card: int, at: datetime) -> rules.Table:
    """Touch the card with most marks, where the table chose that its deadline does so, and stop after it (T2)."""
    (seat,) = table.turn
    after = table.play(seat, rules.Guess(card))
    write(game, table, after, seat, rules.Guess(card), None, at)
    if clocks.phase_of(after) != clocks.phase_of(table) or after.outcome:
        return after
    stopped = after.play(seat, Stop())
    write(game, after, stopped, seat, Stop(), None, at)
    return stopped
