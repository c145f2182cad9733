"""Users by id. Other tables keep only the id, so that a changed or erased name changes everywhere."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from app.i18n.languages import _


@contextmanager
def preload_users(ids: Collection[int]) -> Iterator[None]:
    """Load these users in one query, so that `display_name` needs none inside the block.

    The session references rows weakly, so they are held here.
    """
    held = db.session.scalars(select(User).where(User.id.in_(ids))).all() if ids else ()
    yield
    del held


def display_name(user_id: int) -> str:
    """Return a user's current name, "someone" if deleted."""
    user = db.session.get(User, user_id)
    return user.display_name if user else _("someone")
