"""Registry of the texts of notices: each part of the site registers functions for its own kinds."""

from collections.abc import Callable
from dataclasses import dataclass

from app.notifications.models import Notice


@dataclass(frozen=True)
class Said:
    """A notice in words: its subject, such as a game's title, a sentence, and the link's label."""

    about: str
    sentence: str
    action: str


Sayer = Callable[[Notice], Said]
_sayers: dict[str, Sayer] = {}


def says(*kinds: str) -> Callable[[Sayer], Sayer]:
    """Register a function that returns the text of these kinds; it is called with the user's language active."""

    def register(sayer: Sayer) -> Sayer:
        _sayers.update(dict.fromkeys(kinds, sayer))
        return sayer

    return register


def said(notice: Notice) -> Said:
    """Return the text of a notice, as of now."""
    return _sayers[notice.kind](notice)
