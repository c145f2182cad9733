"""Whether people at one table, in one lobby or in one team can be told apart by their names.

The names of two accounts always can, because skeletons are unique; a guest's name is compared with everybody's.
Packages add to `together_filters` what it means to be together.
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
    """Raise NameClash if the newcomer's name could be mistaken for that of somebody in `present`.

    `typed` is the name that a new guest has just entered, whose refusal belongs to the field `name`; empty for others.
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
    """Raise BadName if `name` could be mistaken for that of somebody who is with the user now.

    Not raised between two accounts, whose names are unique, nor if `name` is like the user's present one.
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
    """Return the first person in `present` who could be mistaken for the newcomer, or None.

    Two accounts never can.
    """
    for person in present:
        is_other = person.id != newcomer.id and person.deleted_at is None
        if not is_other or not (newcomer.is_guest or person.is_guest):
            continue
        if are_confusable(newcomer.name, person.name) or are_confusable(typed, person.name):
            return person
    return None
