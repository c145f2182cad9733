"""Notices, and the users' choice of channels and muted topics."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, created_at_column


class Notice(Base):
    """Something that a user should know about one topic: open until `closed_at`, because the user acts or it is over.

    `topic` is the place, such as `game:k3x9m2pq`; `kind` is `turn`, or news such as `over`; `params` are the values for
    its text; `path` is its link. `since` and `deadline` bound the wait. `stage` counts the reminders sent
    (schedule.STAGES), the last at `called_at`; the next is due at `due_at`, if any. `why` it was closed: acted, passed,
    seen or gone.
    """

    __tablename__ = "notices"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    topic: Mapped[str]
    kind: Mapped[str]
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, repr=False)
    path: Mapped[str]
    since: Mapped[datetime]
    deadline: Mapped[datetime | None] = mapped_column(default=None)
    stage: Mapped[int] = mapped_column(default=0, server_default="0")
    due_at: Mapped[datetime | None] = mapped_column(default=None)
    called_at: Mapped[datetime | None] = mapped_column(default=None)
    closed_at: Mapped[datetime | None] = mapped_column(default=None)
    why: Mapped[str | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    __table_args__ = (
        CheckConstraint("(closed_at IS NULL) = (why IS NULL)", name="closed"),
        Index("notices_open_key", "user_id", "topic", "kind", unique=True, postgresql_where=text("closed_at IS NULL")),
        Index("notices_topic_idx", "topic", postgresql_where=text("closed_at IS NULL")),
        Index("notices_due_at_idx", "due_at", postgresql_where=text("closed_at IS NULL AND due_at IS NOT NULL")),
        Index("notices_closed_at_idx", "closed_at", postgresql_where=text("closed_at IS NOT NULL")),
    )


class Preference(Base):
    """A user's choice of channels. Without a row: email and push, where there is an address or a browser."""

    __tablename__ = "preferences"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    mail: Mapped[bool] = mapped_column(default=True, server_default="true")
    push: Mapped[bool] = mapped_column(default=True, server_default="true")
    webhook: Mapped[str | None] = mapped_column(default=None, repr=False)
    rhythm: Mapped[int] = mapped_column(default=15, server_default="15")  # minimum minutes between two emails


class Mute(Base):
    """A topic about which a user wants no messages; the bell still counts its notices."""

    __tablename__ = "mutes"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    topic: Mapped[str] = mapped_column(primary_key=True)
