"""Settle games whose time is up (T2-T5), exactly once: by the worker, or by the first request that finds one."""

import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, select, update
from sqlalchemy.orm import selectinload

from app import rules
from app.db import db, force_update, now
from app.games.store import clocks, end_hooks, turn_notifications
from app.games.store.models import Game
from app.games.store.move_records import load_tables, save_move
from app.games.store.state import AnyGame
from app.games.store.topics import affected_topics
from app.games.table import votes
from app.live import topic_versions
from app.rules import CLOCK, Stop, Timeout

BATCH_SIZE: Final = 50  # games per transaction of the sweep
LATE_AFTER: Final = timedelta(seconds=clocks.PHASE_CHOICES["live"][0])  # after that, the next phase begins now
STALL_DURATION: Final = {"live": timedelta(hours=1), "own": timedelta(days=7)}  # of a stalled game (T4)
CLOCK_COLUMNS: Final = (
    *("version", "phase", "turn", "moved_at", "winner", "reason", "finished_at", "substitute", "substitute_seat"),
    "void_votes",
    *("phase_began_at", "deadline", "stalled_at", "banks", "given", "paused", "still_from", "still_until"),
)  # columns that settling the clock may change
RETRY_AFTER: Final = timedelta(minutes=10)  # delay of a game that fails, so that it does not block the others

log = logging.getLogger(__name__)


def is_due(game: AnyGame, at: datetime) -> bool:
    """Whether the deadline of the current phase, or of a stalled game, has passed."""
    return game.deadline is not None and game.finished_at is None and game.deadline <= at


def settle(game: Game, table: rules.Table, at: datetime) -> rules.Table:
    """Settle the clock of a locked game; return the table afterwards. The caller commits."""
    return settle_all([game], {game.id: table}, at)[game.id]


def settle_all(games: Sequence[Game], tables: Mapping[int, rules.Table], at: datetime) -> dict[int, rules.Table]:
    """Settle the clocks of several locked games, with as many statements as for one; return all tables by game id."""
    due = [game for game in games if is_due(game, at)]
    after, cards = dict(tables), votes.cards_touched_at_deadline(due, tables)
    turn_notifications.close_stalled_notices(*(game for game in due if game.stalled_at))
    turn_notifications.close_void_notices(*(game for game in due if game.void_votes))
    for game in due:
        after[game.id] = _end_phase(game, tables[game.id], cards.get(game.id), _effective_time(game, at))
    force_update(due, *CLOCK_COLUMNS)
    votes.archive_marks((game, tables[game.id], after[game.id]) for game in due)
    turn_notifications.notify_game_over([game for game in due if game.finished_at], None)
    end_hooks.call_hooks([(game, after[game.id]) for game in due if game.finished_at])
    turn_notifications.notify_stalled([game for game in due if game.stalled_at])
    return after


def sweep() -> int:
    """Settle all games whose time is up, in batches; return how many. Several workers may sweep at once."""
    done = 0
    while games := _lock_free_games(overdue_games().limit(BATCH_SIZE)):
        ids = [game.id for game in games]
        done += len(ids) if _settle_batch(games) else sum(_settle_one(game_id) for game_id in ids)
    db.session.rollback()
    return done


def overdue_games() -> Select[Game]:
    """Return the query for games whose deadline has passed, oldest first (uses the index on `deadline`)."""
    return select(Game).where(Game.deadline <= now(), Game.finished_at.is_(None)).order_by(Game.deadline)


def _lock_free_games(query: Select[Game]) -> Sequence[Game]:
    """Run a query and lock its games, skipping those that are locked already."""
    query = query.options(selectinload(Game.sheet).lazyload("*")).with_for_update(of=Game, skip_locked=True)
    return db.session.scalars(query.execution_options(populate_existing=True)).all()


def _settle_batch(games: Sequence[Game]) -> bool:
    """Settle locked games and commit. On an exception, log it, roll back and return False."""
    try:
        settle_all(games, load_tables(games), now())
        turn_notifications.sync(games)
        topic_versions.bump(*(topic for game in games for topic in affected_topics(game)))
        db.session.commit()
    except Exception:
        log.exception("The time of %d games is over, and one of them could not be told so.", len(games))
        db.session.rollback()
        return False
    finally:
        db.session.remove()
    return True


def _settle_one(game_id: int) -> bool:
    """Settle one game of a batch that failed; postpone its deadline if it fails again."""
    alone = Game.id == game_id
    if not (games := _lock_free_games(overdue_games().where(alone))):
        return False
    if settled := _settle_batch(games):
        return settled
    free = overdue_games().with_only_columns(Game.id).where(alone).with_for_update(skip_locked=True)
    db.session.execute(update(Game).where(Game.id.in_(free.order_by(None))).values(deadline=now() + RETRY_AFTER))
    db.session.commit()
    return False


def _effective_time(game: Game, at: datetime) -> datetime:
    """Return the time to record: the deadline, or now if it passed more than LATE_AFTER ago.

    Otherwise the next phase would begin with time lost, or be over already.
    """
    return game.deadline if game.deadline and at - game.deadline < LATE_AFTER else at


def _end_phase(game: Game, table: rules.Table, card: int | None, at: datetime) -> rules.Table:
    """End the current phase: touch the marked card, play a timeout, or stall the game so that players choose (T4)."""
    if card is not None:
        return _touch_marked_card(game, table, card, at)
    after = table.play(CLOCK, Timeout())
    if after.outcome and after.outcome.reason == "abandoned" and game.stalled_at is None:
        game.stalled_at = at
        game.deadline = at + STALL_DURATION[clocks.Clock.parse(game.clock).pace]
        return table
    save_move(game, table, after, CLOCK, Timeout(), None, at)
    return after


def _touch_marked_card(game: Game, table: rules.Table, card: int, at: datetime) -> rules.Table:
    """Touch `card`, as the house rule wants at the deadline, then stop guessing (T2)."""
    (seat,) = table.turn
    after = table.play(seat, rules.Guess(card))
    save_move(game, table, after, seat, rules.Guess(card), None, at)
    if clocks.phase_key(after) != clocks.phase_key(table) or after.outcome:
        return after
    stopped = after.play(seat, Stop())
    save_move(game, after, stopped, seat, Stop(), None, at)
    return stopped
