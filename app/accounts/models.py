"""Users (accounts, and guests with only a name), their sessions, tokens, blocks, earlier names, events and attempts."""

from datetime import UTC, datetime
from typing import Final

from flask_login import UserMixin
from sqlalchemy import ARRAY, BigInteger, CheckConstraint, ForeignKey, Identity, Index, Text, func, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.person import PersonMixin
from app.db import Base, created_at_column

FOREVER: Final = datetime(9000, 1, 1, tzinfo=UTC)  # the end of a permanent suspension


class User(UserMixin, PersonMixin, Base):
    """A person with an account, a guest, or one of the users as whom the computer plays.

    A guest has neither skeleton nor password. A deleted account keeps its row and its games, without the name. The
    computer's users have no password, so nobody can sign in as one.
    """

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    name: Mapped[str]
    skeleton: Mapped[str | None] = mapped_column(unique=True, default=None)  # the name without case and look-alikes
    password_hash: Mapped[str | None] = mapped_column(default=None, repr=False)
    email: Mapped[str | None] = mapped_column(default=None, repr=False)  # confirmed; the only one that gets messages
    new_email: Mapped[str | None] = mapped_column(default=None, repr=False)  # pending confirmation
    new_email_proven: Mapped[bool] = mapped_column(default=False, server_default="false")  # new address confirmed it
    new_email_agreed: Mapped[bool] = mapped_column(default=False, server_default="false")  # old address approved it
    email_round: Mapped[int] = mapped_column(default=0, server_default="0")  # links of an older round are invalid
    language: Mapped[str] = mapped_column(default="en", server_default="en")
    epoch: Mapped[int] = mapped_column(default=0, server_default="0")  # sessions of an older epoch are signed out
    timezone: Mapped[str] = mapped_column(default="UTC", server_default="UTC")  # IANA name
    away_from: Mapped[datetime | None] = mapped_column(default=None)
    away_until: Mapped[datetime | None] = mapped_column(default=None)
    seen_at: Mapped[datetime | None] = mapped_column(default=None)  # to the day; None on the first day
    public: Mapped[bool] = mapped_column(default=False, server_default="false")  # whether everybody may see the profile
    is_bot: Mapped[bool] = mapped_column(default=False, server_default="false")  # for good; the name ends with BOT_MARK
    suspended_until: Mapped[datetime | None] = mapped_column(default=None)
    admin: Mapped[bool] = mapped_column(default=False, server_default="false")  # granted only on the command line
    computer: Mapped[bool] = mapped_column(default=False, server_default="false")  # played by the worker: no person
    shares_answers: Mapped[bool] = mapped_column(default=False, server_default="false")  # to the computer's clues
    deleted_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    __table_args__ = (
        CheckConstraint("(away_from IS NULL) = (away_until IS NULL) AND away_from < away_until", name="away"),
        Index("users_email_idx", text("lower(email)"), postgresql_where=text("email IS NOT NULL")),
        Index(None, "suspended_until", postgresql_where=text("suspended_until IS NOT NULL")),
        Index("users_computer_idx", "id", postgresql_where=text("computer")),
    )

    def get_id(self) -> str:
        """Return `id.epoch` for Flask-Login's cookie; raising the epoch invalidates it.

        login_manager.start_session appends the session's id.
        """
        return f"{self.id}.{self.epoch}"


class BrowserSession(Base):
    """A browser in which a user is signed in; `network` is as coarse as in AccountEvent."""

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    browser: Mapped[str]  # display name, by which owners recognise it
    network: Mapped[str]
    second_factor: Mapped[bool] = mapped_column(default=False, server_default="false")  # whether it began with one
    seen_at: Mapped[datetime] = mapped_column(init=False, server_default=func.now())  # to the day
    began_at: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "user_id"), Index(None, "seen_at"))


class ApiToken(Base):
    """A personal token for the API: the digest of its secret, and its scopes (tokens.service.SCOPES)."""

    __tablename__ = "tokens"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str]  # by which owners recognise it
    digest: Mapped[str] = mapped_column(unique=True, repr=False)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    expires_at: Mapped[datetime | None] = mapped_column(default=None)
    used_at: Mapped[datetime | None] = mapped_column(default=None)  # to the minute
    created_at: Mapped[datetime] = created_at_column()

    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id"), Index(None, "expires_at"))


class Block(Base):
    """A user (`user_id`) who has blocked another (`blocked_id`)."""

    __tablename__ = "blocks"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    blocked_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    since: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "blocked_id"),)


class EarlierName(Base):
    """A name that a user had, and until when."""

    __tablename__ = "earlier_names"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str]
    until: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "user_id", "id"), Index(None, "until"))


class AccountEvent(Base):
    """An event of an account, repeated `count` times, the last time at `at`; see accounts.activity_log."""

    __tablename__ = "account_events"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[str]
    browser: Mapped[str]
    network: Mapped[str]
    count: Mapped[int] = mapped_column(default=1, server_default="1")
    at: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "user_id", "id"), Index(None, "at"))


class Attempt(Base):
    """How often a limited action was tried since its window began; see accounts.rate_limits."""

    __tablename__ = "attempts"

    key: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime]
    count: Mapped[int]

    __table_args__ = (Index(None, "since"),)
