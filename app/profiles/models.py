"""Results of ended games: one row per player and game, so that a profile only sums up rows."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Result(Base):
    """What a user did in one ended game, and whether they won; see winners.py and game_actions.py.

    `won` is None if the game counts neither for nor against them. `role` is empty in Duet. `found` counts the cards
    found for their clues, in the clues' own turns; `wrong` touches include the assassin.
    """

    __tablename__ = "results"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    variant: Mapped[str]
    side: Mapped[str]
    role: Mapped[str]
    won: Mapped[bool | None]
    ended_at: Mapped[datetime]
    clues: Mapped[int] = mapped_column(default=0, server_default="0")
    asked: Mapped[int] = mapped_column(default=0, server_default="0")  # sum of the clues' numbers
    found: Mapped[int] = mapped_column(default=0, server_default="0")
    right: Mapped[int] = mapped_column(default=0, server_default="0")
    wrong: Mapped[int] = mapped_column(default=0, server_default="0")
    assassin: Mapped[bool] = mapped_column(default=False, server_default="false")  # they touched the assassin

    __table_args__ = (Index(None, "user_id", "ended_at"),)


class UncountedGame(Base):
    """A game that ended before results were stored, until the worker has stored its results."""

    __tablename__ = "uncounted"

    game_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
