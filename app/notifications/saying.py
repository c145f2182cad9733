"""What a notice says, in its reader's language: told by the part of the site that knows the place."""

from collections.abc import Callable
from dataclasses import dataclass

from app.notifications.models import Notice


@dataclass(frozen=True)
class Said:
    """A notice in words: what it is about, such as a game's title, what there is to say, and what its link says."""

    about: str
    sentence: str
    action: str


Sayer = Callable[[Notice], Said]
_sayers: dict[str, Sayer] = {}


def says(*kinds: str) -> Callable[[Sayer], Sayer]:
    """Let a function put notices of these kinds into words; it is called with the reader's language in force."""

    def register(sayer: Sayer) -> Sayer:
        _sayers.update(dict.fromkeys(kinds, sayer))
        return sayer

    return register


def said(notice: Notice) -> Said:
    """Return what a notice says now."""
    return _sayers[notice.kind](notice)
