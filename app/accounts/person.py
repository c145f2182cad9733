"""What others see of a user, computed from the columns of the user's row."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from app.db import now
from app.i18n.languages import _

BOT_MARK: Final = " (bot)"  # ends the stored name of a bot, and no other: a name that is typed has no brackets


def display_name(name: str | None, *, is_computer: bool = False) -> str:
    """Return the name shown to others; `name` is None for a deleted user."""
    if name is None:
        return _("someone")
    return _("%(name)s (computer)", name=name) if is_computer else name


class PersonMixin:
    """Properties that a user's row and an immutable copy of it have in common."""

    __slots__ = ()

    if TYPE_CHECKING:  # columns of the row
        name: Any
        skeleton: Any
        away_from: Any
        away_until: Any
        suspended_until: Any
        deleted_at: Any
        computer: Any

    @property
    def is_guest(self) -> bool:
        """Whether this user has no account, and has not been deleted."""
        return self.skeleton is None and self.deleted_at is None

    @property
    def display_name(self) -> str:
        """The name shown to others: "someone" for a deleted user, marked as computer for the computer."""
        return display_name(None if self.deleted_at else self.name, is_computer=self.computer)

    @property
    def is_suspended(self) -> bool:
        """Whether the user is suspended now; a suspension ends when its time is over."""
        return self.suspended_until is not None and now() < self.suspended_until

    @property
    def may_act(self) -> bool:
        """Whether the user is neither deleted nor suspended now."""
        return self.deleted_at is None and not self.is_suspended

    def is_away(self, at: datetime) -> bool:
        """Return whether `at` falls in the absence that the user has announced."""
        return bool(self.away_from and self.away_until and self.away_from <= at < self.away_until)

    @property
    def own_name(self) -> str:
        """The name as its owner chose it: a bot's without BOT_MARK."""
        return str(self.name).removesuffix(BOT_MARK)


@dataclass(frozen=True, slots=True)
class Person(PersonMixin):
    """An immutable copy of the columns of a user from which others see something, which caches may keep."""

    id: int
    name: str
    skeleton: str | None
    timezone: str
    computer: bool
    away_from: datetime | None
    away_until: datetime | None
    suspended_until: datetime | None
    deleted_at: datetime | None
