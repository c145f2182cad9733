"""Playing a puzzle: one transaction for each move."""

from sqlalchemy import delete, exists, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import aliased

from app.db import db, now
from app.i18n.languages import _
from app.puzzles.boards import Puzzle
from app.puzzles.calendar import counts_for_streak
from app.puzzles.models import PuzzlePlay, PuzzleTally
from app.puzzles.player import Player
from app.puzzles.position import Position
from app.refusals import Conflict
from app.rules import Guess, Move


def play(puzzle: Puzzle, player: Player, move: Move, seen: int) -> Position:
    """Play a move of somebody who saw the puzzle after `seen` moves, and return the puzzle after it. Commits.

    What has been done already is not done again: touching a revealed card, asking for a clue that has come, and moves
    after the end. Raises Conflict if another card is touched on an outdated page, and IllegalMove.
    """
    try:
        row = _lock_play(puzzle, player)
        position = Position.replay(puzzle, row.moves)
        if not _is_done(position, move, seen):
            if seen != position.version:
                raise Conflict(_("This page was out of date. Here is the puzzle as it is now."))
            position = position.play(move)
            _store(row, position)
        db.session.commit()
    except Exception:
        db.session.rollback()
        raise
    return position


def claim_plays(player: Player) -> None:
    """Make a user's own what was played in this browser before, except puzzles that they have played; no commit."""
    if player.user_id is None or not player.key:
        return
    own = aliased(PuzzlePlay)
    same = (own.user_id == player.user_id, own.language == PuzzlePlay.language, own.day == PuzzlePlay.day)
    theirs = PuzzlePlay.visitor == player.visitor
    moved = update(PuzzlePlay).where(theirs, ~exists().where(*same)).values(user_id=player.user_id, visitor=None)
    db.session.execute(moved, execution_options={"synchronize_session": False})
    db.session.execute(delete(PuzzlePlay).where(theirs), execution_options={"synchronize_session": False})


def _lock_play(puzzle: Puzzle, player: Player) -> PuzzlePlay:
    """Return the player's row, locked; it is made unless there is one."""
    claim_plays(player)
    visitor = player.visitor if player.user_id is None else None
    moves = [*Position.begin(puzzle).moves]
    values = {"user_id": player.user_id, "visitor": visitor, "language": puzzle.language, "day": puzzle.day}
    db.session.execute(insert(PuzzlePlay).values(moves=moves, **values).on_conflict_do_nothing())
    query = select(PuzzlePlay).filter_by(**values).with_for_update()
    return db.session.scalars(query, execution_options={"populate_existing": True}).one()


def _is_done(position: Position, move: Move, seen: int) -> bool:
    """Whether a move has no more effect: a double click, a second tab, or the back button sent it again."""
    if isinstance(move, Guess) and move.card in position.faces:
        return True
    return position.result is not None or (not isinstance(move, Guess) and seen < position.version)


def _store(row: PuzzlePlay, position: Position) -> None:
    """Write a position to its row; at the end, count it."""
    row.moves = [*position.moves]
    row.found, row.mistakes, row.clues = len(position.found), position.mistakes, len(position.table.turns)
    if position.result:
        row.result, row.ended_at = position.result, now()
        row.in_time = position.result == "won" and counts_for_streak(row.day, row.began_at)
        _count(position)


def _count(position: Position) -> None:
    """Add an ended puzzle to those of all players."""
    puzzle, zeros = position.puzzle, [0] * len(position.puzzle.key)
    where = {"language": puzzle.language, "day": puzzle.day}
    db.session.execute(insert(PuzzleTally).values(**where, players=0, solved=0, touched=zeros).on_conflict_do_nothing())
    query = select(PuzzleTally).filter_by(**where).with_for_update()
    tally = db.session.scalars(query, execution_options={"populate_existing": True}).one()
    tally.players += 1
    tally.solved += position.result == "won"
    tally.touched = [count + (card in position.faces) for card, count in enumerate(tally.touched)]
