"""A game's rows: what was dealt, who sits where, and the moves. Everything else about it is computed from these."""

from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created
from app.rules.seats import side_of
from app.teams.models import Sheet


class Game(Base):
    """One table. `version`, `phase`, `turn`, `winner` and `reason` repeat what the replay says: lists need none.

    An attempt at a city of the mission map has the sheet that it counts for, and the city's name (M5).
    """

    __tablename__ = "games"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    code: Mapped[str] = mapped_column(unique=True)
    variant: Mapped[str]
    deck: Mapped[str]  # the name of a deck or of a pool, as decks.load() takes it
    deal: Mapped[dict[str, Any]] = mapped_column(JSONB, repr=False)
    drawn: Mapped[list[list[int]]] = mapped_column(JSONB, repr=False)  # each card's place in its deck, and its side
    words: Mapped[list[str]] = mapped_column(JSONB, repr=False)  # what lies up: words, or the numbers of pictures
    turn: Mapped[list[str]] = mapped_column(ARRAY(Text))
    rematch_of: Mapped[int | None] = mapped_column(
        ForeignKey("games.id", ondelete="SET NULL"), unique=True, default=None
    )
    sheet_id: Mapped[int | None] = mapped_column(ForeignKey("sheets.id"), default=None)
    city: Mapped[str | None] = mapped_column(default=None)
    clock: Mapped[str] = mapped_column(default="", server_default="")  # in the notation of clocks.Clock (T1)
    phase_began_at: Mapped[datetime | None] = mapped_column(default=None)
    deadline: Mapped[datetime | None] = mapped_column(default=None)  # of the running phase, or of a stalled table
    banks: Mapped[dict[str, int]] = mapped_column(JSONB, default_factory=dict, server_default="{}")  # seconds by side
    still_from: Mapped[datetime | None] = mapped_column(default=None)  # the clock stands still in the running phase,
    still_until: Mapped[datetime | None] = mapped_column(default=None)  # because all who are awaited are away
    paused: Mapped[int] = mapped_column(default=0, server_default="0")  # seconds that it has stood still before that
    given: Mapped[int] = mapped_column(default=0, server_default="0")  # seconds that others gave to this phase
    stalled_at: Mapped[datetime | None] = mapped_column(default=None)  # a side has missed its third phase (T4)
    substitute: Mapped[str | None] = mapped_column(unique=True, default=None)  # the code by which one may join
    substitute_seat: Mapped[str | None] = mapped_column(default=None)
    nudged_at: Mapped[datetime | None] = mapped_column(default=None)
    proposal: Mapped[dict[str, Any] | None] = mapped_column(JSONB, default=None)  # of another clock, and who agrees
    happened: Mapped[dict[str, Any] | None] = mapped_column(JSONB, default=None)  # last, with time or seats: happenings
    touching: Mapped[str] = mapped_column(default="anyone", server_default="anyone")  # who may touch: votes.RULES
    late_touch: Mapped[bool] = mapped_column(default=False, server_default="false")  # the deadline touches for them
    version: Mapped[int] = mapped_column(default=0, server_default="0")
    phase: Mapped[str] = mapped_column(default="", server_default="")
    winner: Mapped[str | None] = mapped_column(default=None)
    reason: Mapped[str | None] = mapped_column(default=None)
    finished_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created()
    moved_at: Mapped[datetime] = created()

    players: Mapped[list["Player"]] = relationship(
        back_populates="game", init=False, order_by="Player.user_id", lazy="selectin", repr=False
    )
    sheet: Mapped[Sheet | None] = relationship(init=False, repr=False)

    __table_args__ = (
        CheckConstraint("(sheet_id IS NULL) = (city IS NULL)", name="attempt"),
        Index(None, "sheet_id", postgresql_where=text("sheet_id IS NOT NULL")),
        Index(None, "deadline", postgresql_where=text("deadline IS NOT NULL")),
        Index("games_running_idx", "variant", postgresql_where=text("finished_at IS NULL")),
    )


class Player(Base):
    """Who sits on which seat of a game; a player who left keeps the row, with the time of leaving.

    `looked` is the number of moves on the last table that the player was sent, `since` on the one before this visit.
    """

    __tablename__ = "players"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    seat: Mapped[str]
    left_at: Mapped[datetime | None] = mapped_column(default=None)
    acted_at: Mapped[datetime | None] = mapped_column(default=None)
    looked: Mapped[int] = mapped_column(default=0, server_default="0")
    looked_at: Mapped[datetime | None] = mapped_column(default=None)
    since: Mapped[int] = mapped_column(default=0, server_default="0")
    replaced: Mapped[bool] = mapped_column(default=False, server_default="false")  # by a substitute, when leaving
    shared_at: Mapped[datetime | None] = mapped_column(default=None)  # when they showed the table what they thought

    game: Mapped[Game] = relationship(back_populates="players", init=False, repr=False)
    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    @property
    def side(self) -> str:
        """The side of the seat: a colour, or a or b."""
        return side_of(self.seat)

    @property
    def is_present(self) -> bool:
        """Whether this player can act: has not left, still has an account, and is not suspended."""
        return self.left_at is None and self.user.may_act

    __table_args__ = (Index(None, "user_id"),)


class Move(Base):
    """One move, in the rules' notation. The key makes two moves of one number impossible."""

    __tablename__ = "moves"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[str]
    text: Mapped[str]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), default=None)
    played_at: Mapped[datetime] = created()


class Mark(Base):
    """A card that an operative points at for the own team (V13)."""

    __tablename__ = "marks"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    card: Mapped[int] = mapped_column(primary_key=True)
    marked_at: Mapped[datetime] = created()


class Kudos(Base):
    """Praise of a clue, by the number of its move, from somebody who played along; given once the game is over."""

    __tablename__ = "kudos"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)


class Talk(Base):
    """A line of a team's talk; only that side reads it (V14, D31)."""

    __tablename__ = "talks"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    side: Mapped[str]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    text: Mapped[str]
    said_at: Mapped[datetime] = created()

    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "game_id", "side", "id"),)


class Note(Base):
    """What a player keeps for themselves during a game: a pad, and a colour for some cards, by their places."""

    __tablename__ = "notes"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    text: Mapped[str] = mapped_column(default="", server_default="")
    dots: Mapped[dict[str, str]] = mapped_column(JSONB, default_factory=dict, server_default="{}")


class Pointed(Base):
    """What a player pointed at in a turn that is over, before move `until` ended it: by card, after which move."""

    __tablename__ = "pointed"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    until: Mapped[int] = mapped_column(primary_key=True)
    cards: Mapped[dict[str, int]] = mapped_column(JSONB)
