"""Answers to the computer's clues: nothing about persons, games or times."""

from sqlalchemy import Text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Answer(Base):
    """The words that somebody touched, in this order, after a clue of the computer, and how often that happened.

    `right` is how many of them were the guesser's own; only the last can be wrong. Equal answers are counted in one
    row, which has no number of its own, so that the order of the rows does not tell when they were given.
    """

    __tablename__ = "answers"

    language: Mapped[str] = mapped_column(primary_key=True)
    clue: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    touched: Mapped[tuple[str, ...]] = mapped_column(ARRAY(Text, as_tuple=True), primary_key=True)
    right: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    times: Mapped[int] = mapped_column(default=1, server_default="1")
