"""Whose profile may be looked at, and by whom: a private one and one that does not exist are answered alike."""

import re

from sqlalchemy import select
from werkzeug.exceptions import NotFound

from app.accounts.lookalikes import skeleton
from app.accounts.models import User
from app.db import db

NUMBER = re.compile("[0-9]{1,18}")
LONGEST = 100  # characters of a name that is looked up


def shown(who: str, reader: int | None) -> User:
    """Return the person of a name, or of a number, whose profile the reader may see; raise NotFound.

    Digits are always a number, also where somebody is called so. Guests and deleted accounts have no profile.
    """
    key = User.id == int(who) if NUMBER.fullmatch(who) else User.skeleton == skeleton(who[:LONGEST])
    user: User | None = db.session.scalar(select(User).where(key, User.deleted_at.is_(None)))
    if user is None or user.is_guest or not (user.public or user.id == reader):
        raise NotFound
    return user


def address(user: User) -> str:
    """Return what stands for somebody in the address of their profile."""
    return str(user.id) if NUMBER.fullmatch(user.name) else user.name
