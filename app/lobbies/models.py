"""Where people gather before a game: the lobby and who is in it."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created, now
from app.games.models import Game
from app.teams.models import Sheet

LIFETIME: Final = timedelta(days=7)  # of a lobby whose game was never started


class Lobby(Base):
    """A game being arranged: open until it starts or is closed (`closed_at` holds either), for a week at most.

    For an attempt at a city of the mission map it has the sheet that the game will count for, and the city's name.
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
    locked: Mapped[bool] = mapped_column(default=False, server_default="false")  # by the host: nobody new comes in
    warned_at: Mapped[datetime | None] = mapped_column(default=None)  # of its end, a day before
    public: Mapped[bool] = mapped_column(default=False, server_default="false")
    sheet_id: Mapped[int | None] = mapped_column(ForeignKey("sheets.id", ondelete="CASCADE"), default=None)
    city: Mapped[str | None] = mapped_column(default=None)
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
    sheet: Mapped[Sheet | None] = relationship(init=False, lazy="joined", repr=False)

    @property
    def ends_at(self) -> datetime:
        """When the lobby ends by itself."""
        return self.created_at + LIFETIME

    @property
    def is_open(self) -> bool:
        """Whether people may still gather here."""
        return self.closed_at is None and now() < self.ends_at

    @property
    def present(self) -> list["Member"]:
        """Those who may take part, in the order they came: neither removed by the host nor gone nor suspended, and for
        an attempt in its team.
        """
        here = [member for member in self.members if not member.removed and member.user.may_act]
        return [member for member in here if self.admits(member.user_id)]

    def admits(self, user_id: int | None) -> bool:
        """Whether someone may take part at all: at an attempt only who is in the team (M1)."""
        return self.sheet is None or self.sheet.team.member(user_id) is not None

    @property
    def acting_host_id(self) -> int:
        """Who hosts now: the host, or whoever has been here longest if the host is gone."""
        people = [member.user_id for member in self.present]
        return self.host_id if self.host_id in people or not people else people[0]

    @property
    def acting_host(self) -> User | None:
        """The person who hosts now; nobody once all have left."""
        return next((member.user for member in self.present if member.user_id == self.acting_host_id), None)

    def member(self, user_id: int | None) -> "Member | None":
        """Return someone's place here, removed or not."""
        return next((member for member in self.members if member.user_id == user_id), None)

    def holders(self, seat: str | None) -> list["Member"]:
        """Those who hold a seat; with None, those standing by."""
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
    """Someone in a lobby: on a seat, or standing by (seat None) and watching."""

    __tablename__ = "members"

    lobby_id: Mapped[int] = mapped_column(ForeignKey("lobbies.id", ondelete="CASCADE"), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    seat: Mapped[str | None] = mapped_column(default=None)
    volunteer: Mapped[bool] = mapped_column(default=False, server_default="false")  # would like to be spymaster
    removed: Mapped[bool] = mapped_column(default=False, server_default="false")  # by the host: may watch, not sit
    joined_at: Mapped[datetime] = created()

    lobby: Mapped[Lobby] = relationship(back_populates="members", init=False, repr=False)
    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id"),)
