"""People by their ids: what is kept of somebody elsewhere is the id, so that a name changes, and goes, everywhere."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from app.languages import _


@contextmanager
def at_hand(ids: Collection[int]) -> Iterator[None]:
    """Read these people by one statement, and hold them: inside the block `name` asks the database for none of them."""
    held = db.session.scalars(select(User).where(User.id.in_(ids))).all() if ids else ()
    yield
    del held


def name(user_id: int) -> str:
    """Return what somebody is called now; whoever is not there any more is someone."""
    user = db.session.get(User, user_id)
    return user.display_name if user else _("someone")
