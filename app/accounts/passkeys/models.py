"""The table of passkeys."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Identity, Index
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created_at_column


class Passkey(Base):
    """A passkey of an account: its public key, and how many signatures its authenticator says it has made.

    `handle` is what the authenticator stores instead of the account's name or id: random, the same for all of a user's.
    """

    __tablename__ = "passkeys"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    name: Mapped[str]  # by which owners recognise it
    credential_id: Mapped[bytes] = mapped_column(unique=True, repr=False)
    public_key: Mapped[bytes] = mapped_column(repr=False)
    handle: Mapped[bytes] = mapped_column(repr=False)
    signatures: Mapped[int] = mapped_column(BigInteger)  # 0 where the authenticator does not count
    used_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    user: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)

    __table_args__ = (Index(None, "user_id"),)
