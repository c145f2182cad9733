"""The tables of deliveries, push subscriptions, and the site's keys."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, created_at_column


class Delivery(Base):
    """One message to one target on one channel, and its outcome: a row of the outbox.

    The text is rendered from `kind` and `params` when it is sent, so that no secret and no outdated text waits in the
    database.

    `channel`: mail, push or webhook. `target`: the address, the id of a subscription, or the URL.
    `state`: waiting (until `due_at`; a worker's lease moves it on), handing (the last step, never repeated), then done,
    dropped (no longer needed) or failed. `reason` explains the latest failure.
    """

    __tablename__ = "deliveries"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    channel: Mapped[str]
    target: Mapped[str] = mapped_column(repr=False)
    kind: Mapped[str]
    params: Mapped[dict[str, Any]] = mapped_column(JSONB, repr=False)
    due_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(default="waiting", server_default="waiting")
    attempts: Mapped[int] = mapped_column(default=0, server_default="0")
    reason: Mapped[str | None] = mapped_column(default=None)
    ended_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    __table_args__ = (
        CheckConstraint("channel IN ('mail', 'push', 'webhook')", name="channel"),
        CheckConstraint("state IN ('waiting', 'handing', 'done', 'dropped', 'failed')", name="state"),
        CheckConstraint("(state IN ('waiting', 'handing')) = (ended_at IS NULL)", name="ended"),
        Index(None, "due_at", postgresql_where=text("ended_at IS NULL")),
        Index(None, "user_id", "channel", "created_at"),
        Index("deliveries_failed_idx", "ended_at", postgresql_where=text("state = 'failed'")),
    )


class PushSubscription(Base):
    """A browser that receives a user's pushes (RFC 8030), with the keys to encrypt them.

    It is deleted with the session in which it was made.
    """

    __tablename__ = "subscriptions"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    endpoint: Mapped[str] = mapped_column(unique=True, repr=False)
    p256dh: Mapped[str] = mapped_column(repr=False)
    auth: Mapped[str] = mapped_column(repr=False)
    browser: Mapped[str]  # readable, so that users can tell their browsers apart
    session_id: Mapped[int | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), default=None)
    created_at: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "user_id"), Index(None, "session_id"))


class SiteKey(Base):
    """A secret key that this site generated for itself, by name, such as the VAPID key."""

    __tablename__ = "site_keys"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str] = mapped_column(repr=False)
