"""Users by id and by name. Other tables keep only ids, so that a changed or erased name changes everywhere."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from sqlalchemy import select

from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.db import db
from app.i18n.languages import _

MAX_LOOKUP_LENGTH = 100  # characters of a name or skeleton that are looked up


@contextmanager
def preload_users(ids: Collection[int]) -> Iterator[None]:
    """Load these users in one query, so that `display_name` needs none for them inside the `with` block.

    The session references rows weakly, so they are held here.
    """
    held = db.session.scalars(select(User).where(User.id.in_(ids))).all() if ids else ()
    yield
    del held


def typed_skeleton(name: str) -> str:
    """Return the skeleton of a typed name, with both cut to the length that is looked up."""
    return skeleton(name[:MAX_LOOKUP_LENGTH])[:MAX_LOOKUP_LENGTH]


def find_account(name: str) -> User | None:
    """Return the account of a person whose name has the same skeleton as the one typed, or None."""
    of_person = select(User).where(User.skeleton == typed_skeleton(name), ~User.computer)
    found: User | None = db.session.scalar(of_person)
    return found


def display_name(user_id: int) -> str:
    """Return the name of the user with this id, "someone" if deleted or unknown."""
    user = db.session.get(User, user_id)
    return user.display_name if user else _("someone")
