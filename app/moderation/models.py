"""The tables of reports, sanctions, and the audit log."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import FOREVER, User
from app.db import Base, created_at_column, now


class Report(Base):
    """One user's report about another.

    `place` is where it happened, such as `game:k3x9m2pq`; `about` is conduct, name, talk or clue. `called` and
    `evidence` are copies of the reported user's name and of what they said at `said_at`, so that later deletions do not
    empty the report. `taken_by` is the admin who deals with it.
    """

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    reporter_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    reported_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    place: Mapped[str]
    kind: Mapped[str]
    words: Mapped[str] = mapped_column(repr=False)
    about: Mapped[str]
    called: Mapped[str]
    evidence: Mapped[str] = mapped_column(default="", repr=False)
    said_at: Mapped[datetime | None] = mapped_column(default=None)
    taken_by: Mapped[int | None] = mapped_column(ForeignKey("users.id"), default=None)
    decided_by: Mapped[int | None] = mapped_column(ForeignKey("users.id"), default=None)
    decided_at: Mapped[datetime | None] = mapped_column(default=None)
    decision: Mapped[str | None] = mapped_column(default=None)
    made_at: Mapped[datetime] = created_at_column()

    reporter: Mapped[User] = relationship(init=False, repr=False, foreign_keys=[reporter_id])
    reported: Mapped[User] = relationship(init=False, repr=False, foreign_keys=[reported_id])
    taker: Mapped[User | None] = relationship(init=False, repr=False, foreign_keys=[taken_by])

    __table_args__ = (
        CheckConstraint("reporter_id <> reported_id", name="another"),
        CheckConstraint("about IN ('conduct', 'name', 'talk', 'clue')", name="about"),
        CheckConstraint("(decided_at IS NULL) = (decision IS NULL)", name="decided"),
        Index(
            "reports_open_key",
            "reporter_id",
            "reported_id",
            "place",
            unique=True,
            postgresql_where=text("decided_at IS NULL"),
        ),
        Index(None, "reported_id", "id"),
        Index(None, "reporter_id", "id"),
        Index("reports_decided_at_idx", "decided_at", postgresql_where=text("decided_at IS NOT NULL")),
    )


class Sanction(Base):
    """A warning or a suspension, with its reason. A suspension ends at `until`, or earlier at `lifted_at`."""

    __tablename__ = "measures"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    kind: Mapped[str]
    reason: Mapped[str] = mapped_column(repr=False)
    until: Mapped[datetime | None] = mapped_column(default=None)
    lifted_at: Mapped[datetime | None] = mapped_column(default=None)
    made_at: Mapped[datetime] = created_at_column()

    __table_args__ = (
        CheckConstraint("kind IN ('warning', 'suspension')", name="kind"),
        CheckConstraint("(kind = 'suspension') = (until IS NOT NULL)", name="until"),
        Index(None, "user_id", "id"),
    )

    @property
    def is_running(self) -> bool:
        """Whether this is a suspension that has neither ended nor been lifted."""
        return self.until is not None and self.lifted_at is None and now() < self.until

    @property
    def is_for_good(self) -> bool:
        """Whether this is a permanent suspension."""
        return self.until == FOREVER


class AuditEntry(Base):
    """An entry of the audit log: who (None: the command line) did what to whom.

    A database trigger prevents changes and deletions.
    """

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True, init=False)
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    action: Mapped[str] = mapped_column("deed")
    subject_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"))
    reason: Mapped[str] = mapped_column(default="")
    report_id: Mapped[int | None] = mapped_column(BigInteger, default=None)  # the report may be deleted by now
    at: Mapped[datetime] = created_at_column()

    actor: Mapped[User | None] = relationship(init=False, repr=False, foreign_keys=[actor_id], lazy="joined")
    subject: Mapped[User | None] = relationship(init=False, repr=False, foreign_keys=[subject_id], lazy="joined")

    __table_args__ = (Index(None, "subject_id", "id"),)
