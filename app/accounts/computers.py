"""The users as whom the computer plays; their names are reserved."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.accounts.names.validation import COMPUTER_NAMES
from app.db import db


def load_computers() -> Sequence[User]:
    """Return the computer's users, sorted by id, or insert them first if there are none yet; no commit."""
    own = select(User).where(User.computer).order_by(User.id)
    return db.session.scalars(own).all() or _create_computers()


def _create_computers() -> Sequence[User]:
    """Insert the computer's users and return those there are; a name that a person already has is left out."""
    rows = [{"name": name, "skeleton": skeleton(name), "computer": True} for name in COMPUTER_NAMES]
    db.session.execute(insert(User).values(rows).on_conflict_do_nothing())
    return db.session.scalars(select(User).where(User.computer).order_by(User.id)).all()
