"""Teams, their members and their map sheets (M1)."""

from datetime import datetime
from typing import Final

from sqlalchemy import BigInteger, ForeignKey, Identity, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created_at_column

IS_CURRENT: Final = text("ended_at IS NULL")


class Team(Base):
    """A named group of users. Only members open its page at `code`; anyone with `invite` may join."""

    __tablename__ = "teams"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    code: Mapped[str] = mapped_column(unique=True)
    invite: Mapped[str] = mapped_column(unique=True, repr=False)
    name: Mapped[str]
    created_at: Mapped[datetime] = created_at_column()

    memberships: Mapped[list["Membership"]] = relationship(
        back_populates="team",
        init=False,
        order_by="Membership.place",
        lazy="selectin",
        cascade="all, delete-orphan",
        repr=False,
    )
    sheets: Mapped[list["Sheet"]] = relationship(
        back_populates="team", init=False, order_by="Sheet.number", cascade="all, delete-orphan", repr=False
    )

    @property
    def active_members(self) -> list[User]:
        """The members whose accounts are not deleted, longest membership first."""
        return [membership.user for membership in self.memberships if membership.user.deleted_at is None]

    @property
    def manager(self) -> User:
        """The member who may remove others: the longest-standing one who is not suspended, or else the first."""
        return next((person for person in self.active_members if person.may_act), self.active_members[0])

    @property
    def current_sheet(self) -> "Sheet":
        """The map sheet that is being played, of which there is exactly one (M1)."""
        return next(sheet for sheet in self.sheets if sheet.ended_at is None)

    def member(self, user_id: int | None) -> "Membership | None":
        """Return the user's membership, or None."""
        return next((membership for membership in self.memberships if membership.user_id == user_id), None)


class Membership(Base):
    """A user's membership in a team; `place` orders members by when they joined.

    `named` marks those whom others added by name, as was once possible without consent; it does not count towards the
    limit on teams per user.
    """

    __tablename__ = "memberships"

    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    place: Mapped[int]
    named: Mapped[bool] = mapped_column(default=False, server_default="false")
    joined_at: Mapped[datetime] = created_at_column()

    team: Mapped[Team] = relationship(back_populates="memberships", init=False, repr=False)
    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id"),)


class Sheet(Base):
    """A campaign map of a team; its progress follows from the games played on it. `ended_at`: when it was archived."""

    __tablename__ = "sheets"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id", ondelete="CASCADE"), init=False)
    number: Mapped[int]
    ended_at: Mapped[datetime | None] = mapped_column(default=None)
    started_at: Mapped[datetime] = created_at_column()

    team: Mapped[Team] = relationship(back_populates="sheets", init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (
        UniqueConstraint("team_id", "number"),
        Index("sheets_current_idx", "team_id", unique=True, postgresql_where=IS_CURRENT),
    )
