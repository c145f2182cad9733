"""What somebody has done with a puzzle, and how many players touched each card of it."""

from datetime import date, datetime

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, created_at_column


class PuzzlePlay(Base):
    """One player's moves in one puzzle, in notation, with the clues, and what these came to.

    The player is a user, or a visitor known by the digest of a cookie. `result` is that of a position, None while the
    puzzle goes on; `in_time` tells whether it counts for the streak.
    """

    __tablename__ = "puzzle_plays"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    visitor: Mapped[str | None]
    language: Mapped[str]
    day: Mapped[date]
    moves: Mapped[list[str]] = mapped_column(ARRAY(Text))
    found: Mapped[int] = mapped_column(default=0, server_default="0")
    mistakes: Mapped[int] = mapped_column(default=0, server_default="0")
    clues: Mapped[int] = mapped_column(default=1, server_default="1")
    result: Mapped[str | None] = mapped_column(default=None)
    in_time: Mapped[bool] = mapped_column(default=False, server_default="false")
    began_at: Mapped[datetime] = created_at_column()
    ended_at: Mapped[datetime | None] = mapped_column(default=None)

    __table_args__ = (
        CheckConstraint("(user_id IS NULL) <> (visitor IS NULL)", name="player"),
        Index("puzzle_plays_user_idx", "user_id", "language", "day", unique=True),
        Index("puzzle_plays_visitor_idx", "visitor", "language", "day", unique=True),
        Index("puzzle_plays_began_idx", "began_at", postgresql_where=text("user_id IS NULL")),
    )


class PuzzleTally(Base):
    """How many players have ended a puzzle, how many of them won, and how many of them touched each card."""

    __tablename__ = "puzzle_tallies"

    language: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    players: Mapped[int]
    solved: Mapped[int]
    touched: Mapped[list[int]] = mapped_column(ARRAY(Integer))
