"""Whether people who meet at a table, in a lobby or in a team can be told apart by their names.

Accounts have their skeletons, which the database keeps apart; a guest must not pass for anybody who is there.
"""

from collections.abc import Callable, Iterable

from sqlalchemy import ColumnElement, or_, select

from app.accounts.errors import BadName
from app.accounts.lookalikes import look_alike
from app.accounts.models import User
from app.db import db
from app.languages import _
from app.refusals import Refusal

meetings: list[Callable[[int], ColumnElement[bool]]] = []  # by person: what a query asks of users who are with them


def check(newcomer: User, present: Iterable[User], typed: str = "") -> None:
    """Raise Refusal where a newcomer's name looks like that of somebody present; a fresh guest has `typed` it."""
    double = _double(newcomer, present, typed)
    if double and typed:
        sentence = _("Somebody called %(name)s is here already. Take a name they can tell apart.", name=double.name)
        raise Refusal(sentence, "name")
    if double:
        raise Refusal(
            _(
                "%(name)s is already here, and your names look too much alike. Only one of you can be here.",
                name=double.name,
            )
        )


def check_new_name(user: User, name: str) -> None:
    """Raise BadName for a new name by which somebody could be taken for a guest with whom they are together now."""
    if look_alike(name, user.name):
        return
    together = or_(*[meeting(user.id) for meeting in meetings])
    guests = select(User).where(together, User.skeleton.is_(None), User.deleted_at.is_(None), User.id != user.id)
    for guest in db.session.scalars(guests.order_by(User.id)):
        if look_alike(name, guest.name):
            raise BadName(
                _(
                    "You are playing with %(name)s, and your names would look too much alike. Choose another name.",
                    name=guest.name,
                )
            )


def _double(newcomer: User, present: Iterable[User], typed: str) -> User | None:
    """Return who of those present could be taken for a newcomer; of two accounts neither could."""
    for person in present:
        is_other = person.id != newcomer.id and person.deleted_at is None
        if not is_other or not (newcomer.is_guest or person.is_guest):
            continue
        if look_alike(newcomer.name, person.name) or look_alike(typed, person.name):
            return person
    return None
