"""Where people gather before a game: the lobby and who is in it."""

from datetime import datetime

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created
from app.games.models import Game


class Lobby(Base):
    """A game being arranged. It is open until it has a game, was closed, or is a week old."""

    __tablename__ = "lobbies"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    code: Mapped[str] = mapped_column(unique=True)
    host_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    variant: Mapped[str]
    deck: Mapped[str]
    house: Mapped[list[str]] = mapped_column(ARRAY(Text))
    tokens: Mapped[int] = mapped_column(default=9, server_default="9")
    mistakes: Mapped[int] = mapped_column(default=9, server_default="9")
    public: Mapped[bool] = mapped_column(default=False, server_default="false")
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id", ondelete="SET NULL"), default=None)
    closed_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created()

    members: Mapped[list["Member"]] = relationship(
        back_populates="lobby",
        init=False,
        order_by="Member.joined_at",
        lazy="selectin",
        cascade="all, delete-orphan",
        repr=False,
    )
    game: Mapped[Game | None] = relationship(init=False, repr=False)

    __table_args__ = (
        CheckConstraint("mistakes BETWEEN 0 AND tokens", name="mistakes"),
        Index(
            "lobbies_listed_idx",
            "created_at",
            postgresql_where=text("public AND game_id IS NULL AND closed_at IS NULL"),
        ),
    )


class Member(Base):
    """Someone in a lobby: on a seat, or standing by (seat None) and watching."""

    __tablename__ = "members"

    lobby_id: Mapped[int] = mapped_column(ForeignKey("lobbies.id", ondelete="CASCADE"), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    seat: Mapped[str | None] = mapped_column(default=None)
    volunteer: Mapped[bool] = mapped_column(default=False, server_default="false")  # would like to be spymaster
    joined_at: Mapped[datetime] = created()

    lobby: Mapped[Lobby] = relationship(back_populates="members", init=False, repr=False)
    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id"),)
