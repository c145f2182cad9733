"""Whether people at one table, in one lobby or in one team can be told apart by their names.

Accounts have unique skeletons; a guest must not be mistaken for anybody present.
"""

from collections.abc import Callable, Iterable

from sqlalchemy import ColumnElement, or_, select

from app.accounts.errors import BadName, NameClash
from app.accounts.models import User
from app.accounts.names.confusables import are_confusable
from app.db import db
from app.i18n.languages import _

together_filters: list[Callable[[int], ColumnElement[bool]]] = []  # user id -> condition on the users who are with them


def check_newcomer(newcomer: User, present: Iterable[User], typed: str = "") -> None:
    """Raise NameClash if a newcomer's name looks like that of somebody present.

    `typed` is the name that a new guest entered, empty for others.
    """
    lookalike = _find_lookalike(newcomer, present, typed)
    if lookalike and typed:
        sentence = _("Someone called %(name)s is already here. Choose a clearly different name.", name=lookalike.name)
        raise NameClash(sentence, "name")
    if lookalike:
        raise NameClash(
            _(
                "%(name)s is already here, and your names are too similar. "
                "Change your name on your account page, then join.",
                name=lookalike.name,
            )
        )


def check_new_name(user: User, name: str) -> None:
    """Raise BadName if the new name could be mistaken for that of somebody with whom the user is now.

    Two accounts cannot be: their names are unique.
    """
    if are_confusable(name, user.name):
        return
    together = or_(*[meeting(user.id) for meeting in together_filters])
    others = select(User).where(together, User.deleted_at.is_(None), User.id != user.id)
    for other in db.session.scalars(others.order_by(User.id)):
        if (user.is_guest or other.is_guest) and are_confusable(name, other.name):
            raise BadName(
                _(
                    "You are playing with %(name)s, and your names would be too similar. Choose another name.",
                    name=other.name,
                )
            )


def _find_lookalike(newcomer: User, present: Iterable[User], typed: str) -> User | None:
    """Return the person present who could be mistaken for the newcomer; two accounts never can."""
    for person in present:
        is_other = person.id != newcomer.id and person.deleted_at is None
        if not is_other or not (newcomer.is_guest or person.is_guest):
            continue
        if are_confusable(newcomer.name, person.name) or are_confusable(typed, person.name):
            return person
    return None
