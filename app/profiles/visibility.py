"""Who may see which profile. A private profile is answered like one that does not exist."""

import re

from sqlalchemy import select
from werkzeug.exceptions import NotFound

from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.db import db

NUMBER = re.compile("[0-9]{1,18}")
MAX_LENGTH = 100  # most characters of a name in a lookup


def visible_user_or_404(who: str, reader: int | None) -> User:
    """Return the user with this name or id, if the reader may see the profile; raise NotFound.

    Digits are always an id, even if a user has that name. Guests and deleted accounts have no profile.
    """
    key = User.id == int(who) if NUMBER.fullmatch(who) else User.skeleton == skeleton(who[:MAX_LENGTH])
    user: User | None = db.session.scalar(select(User).where(key, User.deleted_at.is_(None)))
    if user is None or user.is_guest or not (user.public or user.id == reader):
        raise NotFound
    return user


def profile_slug(user: User) -> str:
    """Return the user's part of their profile URL."""
    return str(user.id) if NUMBER.fullmatch(user.name) else user.name
