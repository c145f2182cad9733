"""Who plays: accounts, and guests who have only a display name."""

from datetime import datetime

from flask_login import UserMixin
from sqlalchemy import BigInteger, Identity, Index
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, created
from app.languages import _


class User(UserMixin, Base):
    """A person. A guest has neither skeleton nor password; a deleted account keeps row and games, without its name."""

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    name: Mapped[str]
    skeleton: Mapped[str | None] = mapped_column(unique=True, default=None)  # the name without case and look-alikes
    password_hash: Mapped[str | None] = mapped_column(default=None, repr=False)
    email: Mapped[str | None] = mapped_column(default=None, repr=False)
    language: Mapped[str] = mapped_column(default="en", server_default="en")
    epoch: Mapped[int] = mapped_column(default=0, server_default="0")  # a session of an older epoch is signed out
    deleted_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created()

    @property
    def is_guest(self) -> bool:
        """Whether this is a visitor who took a seat without signing up."""
        return self.skeleton is None and self.deleted_at is None

    @property
    def display_name(self) -> str:
        """The name others see."""
        return _("someone") if self.deleted_at else self.name

    def get_id(self) -> str:
        """Return what the session cookie keeps: the id and the epoch, so that a new epoch signs out everywhere."""
        return f"{self.id}.{self.epoch}"


class Attempt(Base):
    """How often something limited was tried in the window that began at `since`; see accounts.limits."""

    __tablename__ = "attempts"

    key: Mapped[str] = mapped_column(primary_key=True)
    since: Mapped[datetime]
    count: Mapped[int]

    __table_args__ = (Index(None, "since"),)
