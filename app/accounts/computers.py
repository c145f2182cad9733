"""The users that the computer plays as: made when they are first needed, under names that nobody else can have."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.accounts.names.validation import COMPUTER_NAMES
from app.db import db


def load_computers() -> Sequence[User]:
    """Return the computer's users, without commit: as many as seats of a game that it can take."""
    own = select(User).where(User.computer).order_by(User.id)
    return db.session.scalars(own).all() or _create_computers()


def _create_computers() -> Sequence[User]:
    """Create them; a name that a user had before it was reserved stays theirs."""
    rows = [{"name": name, "skeleton": skeleton(name), "computer": True} for name in COMPUTER_NAMES]
    db.session.execute(insert(User).values(rows).on_conflict_do_nothing())
    return db.session.scalars(select(User).where(User.computer).order_by(User.id)).all()
