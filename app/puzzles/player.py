"""Who plays a puzzle: a user, or a visitor without any name, known by a cookie with a random key."""

import re
import secrets
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from flask import has_request_context
from sqlalchemy import ColumnElement, false, or_
from werkzeug.wrappers import Response

from app.accounts.auth.login_manager import COOKIE_LIFETIME, current_user_id
from app.http import cookies
from app.puzzles.models import PuzzlePlay

_COOKIE: Final = "puzzle"
_KEY: Final = re.compile(r"[\w-]{22}")


@dataclass(frozen=True)
class Player:
    """A user's id, and the key of the browser's cookie; either or both, or neither before the first touch."""

    user_id: int | None
    key: str = ""

    @property
    def visitor(self) -> str | None:
        """The digest by which the key's plays are stored."""
        return blake2b(self.key.encode(), digest_size=16).hexdigest() if self.key else None

    @property
    def owns(self) -> ColumnElement[bool]:
        """The condition on a play to be this player's: also one that a user began in this browser before signing in."""
        known = ((PuzzlePlay.user_id, self.user_id), (PuzzlePlay.visitor, self.visitor))
        return or_(false(), *(column == value for column, value in known if value is not None))

    def __bool__(self) -> bool:
        """Whether there can be any plays."""
        return self.user_id is not None or bool(self.key)


def current_player(user_id: int | None = None) -> Player:
    """Return the player of this request, whose user is already known or is looked up."""
    key = cookies.get_cookie(_COOKIE) if has_request_context() else ""
    return Player(user_id or current_user_id(), key if _KEY.fullmatch(key) else "")


def with_key(player: Player) -> Player:
    """Return a player who can be stored: a visitor gets a key unless they have one."""
    return player if player else Player(None, secrets.token_urlsafe(16))


def remember(response: Response, player: Player) -> None:
    """Make the browser keep a visitor's key, and forget it once the plays are a user's."""
    if player.user_id is None:
        cookies.set_cookie(response, _COOKIE, player.key, COOKIE_LIFETIME)
    elif player.key:
        cookies.delete_cookie(response, _COOKIE)
