"""The tables of authenticator apps and recovery codes."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Identity, Index
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base, created_at_column


class AuthenticatorApp(Base):
    """The secret that an account shares with an authenticator app; it counts once a code has confirmed it.

    The secret is encrypted by the site's secret key whose fingerprint is `key`. `last_step` is the time step of the
    last code that was accepted: neither it nor an earlier one is accepted again.
    """

    __tablename__ = "authenticator_apps"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    secret: Mapped[bytes] = mapped_column(repr=False)
    key: Mapped[str]
    last_step: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    confirmed_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "key"),)


class RecoveryCode(Base):
    """The digest of a recovery code that has not been used."""

    __tablename__ = "recovery_codes"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    digest: Mapped[str] = mapped_column(unique=True, repr=False)
    created_at: Mapped[datetime] = created_at_column()

    __table_args__ = (Index(None, "user_id"),)
