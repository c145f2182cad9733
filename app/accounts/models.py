"""Who plays: accounts, and guests who have only a display name; where they are signed in, and what happened there."""

from datetime import UTC, datetime
from typing import Final

from flask_login import UserMixin
from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, created, now
from app.languages import _

FOR_GOOD: Final = datetime(9000, 1, 1, tzinfo=UTC)  # until when somebody is suspended for whom there is no end


class User(UserMixin, Base):
    """A person. A guest has neither skeleton nor password; a deleted account keeps row and games, without its name."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    name: Mapped[str]
    skeleton: Mapped[str | None] = mapped_column(unique=True, default=None)  # the name without case and look-alikes
    password_hash: Mapped[str | None] = mapped_column(default=None, repr=False)
    email: Mapped[str | None] = mapped_column(default=None, repr=False)  # confirmed: the only one that is written to
    new_email: Mapped[str | None] = mapped_column(default=None, repr=False)  # not yet, or not yet at both addresses
    new_email_proven: Mapped[bool] = mapped_column(default=False, server_default="false")  # confirmed at the new one
    new_email_agreed: Mapped[bool] = mapped_column(default=False, server_default="false")  # and at the old one
    email_round: Mapped[int] = mapped_column(default=0, server_default="0")  # older links are void
    language: Mapped[str] = mapped_column(default="en", server_default="en")
    epoch: Mapped[int] = mapped_column(default=0, server_default="0")  # a session of an older epoch is signed out
    timezone: Mapped[str] = mapped_column(default="UTC", server_default="UTC")  # as the IANA names it
    away_from: Mapped[datetime | None] = mapped_column(default=None)
    away_until: Mapped[datetime | None] = mapped_column(default=None)
    seen_at: Mapped[datetime | None] = mapped_column(default=None)  # to the day; none on the first one
    public: Mapped[bool] = mapped_column(default=False, server_default="false")  # whether all may see the profile
    suspended_until: Mapped[datetime | None] = mapped_column(default=None)
    admin: Mapped[bool] = mapped_column(default=False, server_default="false")  # granted by the command line alone
    deleted_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created()

    __table_args__ = (
        CheckConstraint("(away_from IS NULL) = (away_until IS NULL) AND away_from < away_until", name="away"),
        Index("users_email_idx", text("lower(email)"), postgresql_where=text("email IS NOT NULL")),
        Index(None, "suspended_until", postgresql_where=text("suspended_until IS NOT NULL")),
    )

    @property
    def is_guest(self) -> bool:
        """Whether this is a visitor who took a seat without signing up."""
        return self.skeleton is None and self.deleted_at is None

    @property
    def display_name(self) -> str:
        """The name others see."""
        return _("someone") if self.deleted_at else self.name

    @property
    def is_suspended(self) -> bool:
        """Whether the site has shut this person out for now; it ends by itself at its time."""
        return self.suspended_until is not None and now() < self.suspended_until

    @property
    def may_act(self) -> bool:
        """Whether this person can do anything here at all: is neither gone nor suspended."""
        return self.deleted_at is None and not self.is_suspended

    def is_away(self, at: datetime) -> bool:
        """Whether this person has said to be away at a time."""
        return bool(self.away_from and self.away_until and self.away_from <= at < self.away_until)

    def get_id(self) -> str:
        """Return whom a cookie is for: the id and the epoch, so that a new epoch signs out everywhere.

        The number of the session follows it in the cookie (session.begin).
        """
        return f"{self.id}.{self.epoch}"


class BrowserSession(Base):
    """A browser in which somebody is signed in, until they sign out there; `network` is as coarse as in Event."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    browser: Mapped[str]  # in words, to tell one's own apart
    network: Mapped[str]
    seen_at: Mapped[datetime] = mapped_column(init=False, server_default=func.now())  # to the day
    began_at: Mapped[datetime] = created()

    __table_args__ = (Index(None, "user_id"), Index(None, "seen_at"))


class Block(Base):
    """Somebody who wants to hear nothing from another."""

    __tablename__ = "blocks"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    blocked_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    since: Mapped[datetime] = created()

    __table_args__ = (Index(None, "blocked_id"),)


class EarlierName(Base):
    """A name that somebody had, and until when."""

    __tablename__ = "earlier_names"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str]
    until: Mapped[datetime] = created()

    __table_args__ = (Index(None, "user_id", "id"), Index(None, "until"))


class Event(Base):
    """Something that happened with an account, `count` times in a row; `at` was the last one. See accounts.events."""

    __tablename__ = "account_events"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[str]
    browser: Mapped[str]
    network: Mapped[str]
    count: Mapped[int] = mapped_column(default=1, server_default="1")
    at: Mapped[datetime] = created()

    __table_args__ = (Index(None, "user_id", "id"), Index(None, "at"))


class Attempt(Base):
    """How often something limited was tried in the window that began at `since`; see accounts.limits."""

    __tablename__ = "attempts"

    key: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime]
    count: Mapped[int]

    __table_args__ = (Index(None, "since"),)
