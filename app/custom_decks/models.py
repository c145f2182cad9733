"""Custom decks and their versions. The words of a version never change, and so neither do games played with it."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import User
from app.db import Base, created_at_column

SHARING: Final = ("private", "link", "listed")  # visible to its owner, to those with its code, to everybody


class CustomDeck(Base):
    """A user's deck; `number` is that of its latest version. Deleted decks are kept for games that use them."""

    __tablename__ = "own_decks"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    code: Mapped[str] = mapped_column(unique=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    sharing: Mapped[str]
    number: Mapped[int]
    deleted_at: Mapped[datetime | None] = mapped_column(default=None)
    created_at: Mapped[datetime] = created_at_column()

    owner: Mapped[User] = relationship(init=False, lazy="joined", innerjoin=True, repr=False)
    versions: Mapped[list["DeckVersion"]] = relationship(
        init=False, order_by="DeckVersion.number.desc()", cascade="all, delete-orphan", repr=False
    )
    latest: Mapped["DeckVersion"] = relationship(
        init=False,
        viewonly=True,
        lazy="joined",
        innerjoin=True,
        repr=False,
        primaryjoin="and_(DeckVersion.deck_id == CustomDeck.id, DeckVersion.number == CustomDeck.number)",
    )

    __table_args__ = (
        CheckConstraint("sharing IN ('private', 'link', 'listed')", name="sharing"),
        Index(None, "owner_id"),
        Index(
            "own_decks_listed_idx",
            "created_at",
            postgresql_where=text("sharing = 'listed' AND deleted_at IS NULL"),
        ),
    )


class DeckVersion(Base):
    """The contents of a deck as saved once.

    `lines` are its words as typed, one or two (both sides of a card) per line, `size` is the number of words, and
    `notes` are those of `CheckedWords`.
    """

    __tablename__ = "deck_versions"

    deck_id: Mapped[int] = mapped_column(ForeignKey("own_decks.id", ondelete="CASCADE"), primary_key=True, init=False)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    language: Mapped[str]
    size: Mapped[int]
    lines: Mapped[list[list[str]]] = mapped_column(JSONB, deferred=True, repr=False)
    notes: Mapped[list[list[Any]]] = mapped_column(JSONB, deferred=True, repr=False)
    created_at: Mapped[datetime] = created_at_column()
