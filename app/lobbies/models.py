"""The tables of lobbies and their members."""

from dataclasses import fields
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created_at_column, now
from app.games.store.models import Game
from app.games.store.settings import GameSettings
from app.teams.models import Sheet

LIFETIME: Final = timedelta(days=7)  # of a lobby whose game does not start


class Lobby(Base):
    """A game being arranged, open for a week at most; `closed_at` is set when it is closed or its game starts.

    For an attempt at a city of the mission map, `sheet_id` is the map sheet that the game will count for, and `city`
    the city's name.
    """

    __tablename__ = "lobbies"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    code: Mapped[str] = mapped_column(unique=True)
    host_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    variant: Mapped[str]
    deck: Mapped[str]
    house: Mapped[list[str]] = mapped_column(ARRAY(Text))
    tokens: Mapped[int] = mapped_column(default=9, server_default="9")
    mistakes: Mapped[int] = mapped_column(default=9, server_default="9")
    clock: Mapped[str] = mapped_column(default="", server_default="")
    touching: Mapped[str] = mapped_column(default="anyone", server_default="anyone")
    late_touch: Mapped[bool] = mapped_column(default=False, server_default="false")
    locked: Mapped[bool] = mapped_column(default=False, server_default="false")  # by the host: no new members
    warned_at: Mapped[datetime | None] = mapped_column(default=None)  # when members were warned that it expires
    public: Mapped[bool] = mapped_column(default=False, server_default="false")
    bots: Mapped[bool] = mapped_column(default=False, server_default="false")  # whether bots may join, if it is public
    sheet_id: Mapped[int | None] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), default=None)
    city: Mapped[str | None] = mapped_column(default=None)
    game_id: Mapped[int | None] = mapped_column(ForeignKey("games.id", ondelete="SET NULL"), default=None)
    closed_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    members: Mapped[list["Member"]] = relationship(
        back_populates="lobby",
        init=False,
        order_by="Member.joined_at",
        lazy="selectin",
        cascade="all, delete-orphan",
        repr=False,
    )
    game: Mapped[Game | None] = relationship(init=False, repr=False)
    sheet: Mapped[Sheet | None] = relationship(init=False, lazy="joined", repr=False)

    @property
    def settings(self) -> GameSettings:
        """The settings of the game, as chosen by the host."""
        return GameSettings(**{each.name: getattr(self, each.name) for each in fields(GameSettings)})

    @property
    def ends_at(self) -> datetime:
        """When the lobby expires unless its game starts."""
        return self.created_at + LIFETIME

    @property
    def is_open(self) -> bool:
        """Whether the lobby is neither closed, as it also is when its game starts, nor expired."""
        return self.closed_at is None and now() < self.ends_at

    @property
    def present(self) -> list["Member"]:
        """The members who may take part, in order of joining.

        Leaves out removed members, deleted and suspended users and, for an attempt, people outside the team; the
        computer may play with every team.
        """
        here = [member for member in self.members if not member.removed and member.user.may_act]
        return [member for member in here if member.user.computer or self.admits(member.user_id)]

    @property
    def people(self) -> list["Member"]:
        """The present members without the computer, in order of joining."""
        return [member for member in self.present if not member.user.computer]

    def admits(self, user_id: int | None) -> bool:
        """Return whether the user could take part: in an attempt only members of its team (M1), elsewhere anybody."""
        return self.sheet is None or self.sheet.team.member(user_id) is not None

    @property
    def acting_host_id(self) -> int:
        """The host's user id or, if the host is gone, that of the person present who joined first."""
        people = [member.user_id for member in self.people]
        return self.host_id if self.host_id in people or not people else people[0]

    @property
    def acting_host(self) -> User | None:
        """The user with `acting_host_id`, or None if they are not present."""
        return next((member.user for member in self.present if member.user_id == self.acting_host_id), None)

    def member(self, user_id: int | None) -> "Member | None":
        """Return the user's membership, even if the host has removed them, or None."""
        return next((member for member in self.members if member.user_id == user_id), None)

    def holders(self, seat: str | None) -> list["Member"]:
        """Return the present members on a seat, or for None those without a seat."""
        return [member for member in self.present if member.seat == seat]

    __table_args__ = (
        CheckConstraint("mistakes BETWEEN 0 AND tokens", name="mistakes"),
        CheckConstraint("(sheet_id IS NULL) = (city IS NULL)", name="attempt"),
        Index(None, "sheet_id", postgresql_where=text("sheet_id IS NOT NULL")),
        Index(
            "lobbies_listed_idx",
            "created_at",
            postgresql_where=text("public AND game_id IS NULL AND closed_at IS NULL"),
        ),
    )


class Member(Base):
    """A user in a lobby, on a seat, or without one (None)."""

    __tablename__ = "members"

    lobby_id: Mapped[int] = mapped_column(ForeignKey("lobbies.id", ondelete="CASCADE"), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    seat: Mapped[str | None] = mapped_column(default=None)
    volunteer: Mapped[bool] = mapped_column(default=False, server_default="false")  # would like to be spymaster
    removed: Mapped[bool] = mapped_column(default=False, server_default="false")  # by the host: may watch, but not sit
    joined_at: Mapped[datetime] = created_at_column()

    lobby: Mapped[Lobby] = relationship(back_populates="members", init=False, repr=False)
    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id"),)
