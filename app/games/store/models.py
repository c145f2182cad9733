"""Database models of a game: its deal, players and moves. The state of the table is computed by replaying the moves."""

from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created_at_column
from app.games.store.settings import GameSettings
from app.games.store.state import PlayerMixin
from app.teams.models import Sheet


class Game(Base):
    """One game.

    `version`, `phase`, `turn`, `winner` and `reason` are copied from the replayed table, so that lists of games need
    no replay. An attempt at a city of the mission map has `sheet_id` and `city` set (M5).
    """

    __tablename__ = "games"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    code: Mapped[str] = mapped_column(unique=True)
    variant: Mapped[str]
    deck: Mapped[str]  # name of a deck or pool, for decks.load()
    deal: Mapped[dict[str, Any]] = mapped_column(JSONB, repr=False)
    drawn: Mapped[list[list[int]]] = mapped_column(JSONB, repr=False)  # per card: index in the deck, and side
    words: Mapped[list[str]] = mapped_column(JSONB, repr=False)  # the words, or the numbers of the pictures
    turn: Mapped[list[str]] = mapped_column(ARRAY(Text))
    rematch_of: Mapped[int | None] = mapped_column(
        ForeignKey("games.id", ondelete="SET NULL"), unique=True, default=None
    )
    sheet_id: Mapped[int | None] = mapped_column(ForeignKey("sheets.id"), default=None)
    city: Mapped[str | None] = mapped_column(default=None)
    clock: Mapped[str] = mapped_column(default="", server_default="")  # in the notation of Clock (T1)
    phase_began_at: Mapped[datetime | None] = mapped_column(default=None)
    deadline: Mapped[datetime | None] = mapped_column(default=None)  # of the current phase, or of the stall
    banks: Mapped[dict[str, int]] = mapped_column(JSONB, default_factory=dict, server_default="{}")  # seconds by side
    still_from: Mapped[datetime | None] = mapped_column(default=None)  # the clock is paused between these two times,
    still_until: Mapped[datetime | None] = mapped_column(default=None)  # because all players in turn are away
    paused: Mapped[int] = mapped_column(default=0, server_default="0")  # seconds of earlier pauses, all phases
    given: Mapped[int] = mapped_column(default=0, server_default="0")  # seconds added to this phase by other players
    stalled_at: Mapped[datetime | None] = mapped_column(default=None)  # when a side missed its third phase (T4)
    substitute: Mapped[str | None] = mapped_column(unique=True, default=None)  # code of the substitute link
    substitute_seat: Mapped[str | None] = mapped_column(default=None)
    nudged_at: Mapped[datetime | None] = mapped_column(default=None)
    proposal: Mapped[dict[str, Any] | None] = mapped_column(JSONB, default=None)  # a clock proposal and who agrees
    void_votes: Mapped[list[int]] = mapped_column(JSONB, default_factory=list, server_default="[]")  # user ids (V23)
    happened: Mapped[dict[str, Any] | None] = mapped_column(JSONB, default=None)  # the last event: table_events
    touching: Mapped[str] = mapped_column(default="anyone", server_default="anyone")  # one of votes.TOUCH_RULES
    late_touch: Mapped[bool] = mapped_column(default=False, server_default="false")  # the deadline touches a card
    version: Mapped[int] = mapped_column(default=0, server_default="0")
    phase: Mapped[str] = mapped_column(default="", server_default="")
    winner: Mapped[str | None] = mapped_column(default=None)
    reason: Mapped[str | None] = mapped_column(default=None)
    finished_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()
    moved_at: Mapped[datetime] = created_at_column()

    players: Mapped[list["Player"]] = relationship(
        back_populates="game", init=False, order_by="Player.user_id", lazy="selectin", repr=False
    )
    sheet: Mapped[Sheet | None] = relationship(init=False, repr=False)

    @property
    def settings(self) -> GameSettings:
        """What was decided before the game was dealt."""
        return GameSettings(
            variant=self.variant,
            deck=self.deck,
            house=self.deal["house"],
            tokens=self.deal.get("tokens", 9),
            mistakes=self.deal.get("mistakes", 9),
            clock=self.clock,
            touching=self.touching,
            late_touch=self.late_touch,
            sheet_id=self.sheet_id,
            city=self.city,
        )

    __table_args__ = (
        CheckConstraint("(sheet_id IS NULL) = (city IS NULL)", name="attempt"),
        Index(None, "sheet_id", postgresql_where=text("sheet_id IS NOT NULL")),
        Index(None, "deadline", postgresql_where=text("deadline IS NOT NULL")),
        Index("games_running_idx", "variant", postgresql_where=text("finished_at IS NULL")),
    )


class Player(PlayerMixin, Base):
    """A user's seat in a game. A player who leaves keeps the row, with `left_at` set.

    `looked` is the version of the last table sent to the player. They have read all moves up to version `since`
    (see unread_moves).
    """

    __tablename__ = "players"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    seat: Mapped[str]
    left_at: Mapped[datetime | None] = mapped_column(default=None)
    ended_at: Mapped[datetime | None] = mapped_column(default=None)  # copied from the game, for lists of games
    acted_at: Mapped[datetime | None] = mapped_column(default=None)
    looked: Mapped[int] = mapped_column(default=0, server_default="0")
    looked_at: Mapped[datetime | None] = mapped_column(default=None)
    since: Mapped[int] = mapped_column(default=0, server_default="0")
    replaced: Mapped[bool] = mapped_column(default=False, server_default="false")  # a substitute took the seat
    shared_at: Mapped[datetime | None] = mapped_column(default=None)  # when they shared their notes with the table

    game: Mapped[Game] = relationship(back_populates="players", init=False, repr=False)
    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id", "ended_at"),)


class Move(Base):
    """One move, in the notation of the rules. The primary key prevents two moves with the same number."""

    __tablename__ = "moves"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[str]
    text: Mapped[str]
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), default=None)
    played_at: Mapped[datetime] = created_at_column()


class Mark(Base):
    """A card that an operative has marked for their own team (V13)."""

    __tablename__ = "marks"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    card: Mapped[int] = mapped_column(primary_key=True)
    marked_at: Mapped[datetime] = created_at_column()


class Kudos(Base):
    """Kudos from a fellow player for the clue given in move `seq`; possible once the game is over."""

    __tablename__ = "kudos"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)


class ChatMessage(Base):
    """A chat message, visible to one side only (V14, D31)."""

    __tablename__ = "talks"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"))
    side: Mapped[str]
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    text: Mapped[str]
    said_at: Mapped[datetime] = created_at_column()

    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "game_id", "side", "id"),)


class Note(Base):
    """A player's private notes on a game: free text, and coloured dots by card index."""

    __tablename__ = "notes"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    text: Mapped[str] = mapped_column(default="", server_default="")
    dots: Mapped[dict[str, str]] = mapped_column(JSONB, default_factory=dict, server_default="{}")


class PastMarks(Base):
    """A player's marks in a turn that move `until` ended. `cards` maps each card to the last move before its mark."""

    __tablename__ = "pointed"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    until: Mapped[int] = mapped_column(primary_key=True)
    cards: Mapped[dict[str, int]] = mapped_column(JSONB)
