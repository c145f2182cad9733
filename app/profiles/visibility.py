"""Who may see which profile. A private profile is answered with 404, as if it did not exist."""

from sqlalchemy import select
from werkzeug.exceptions import NotFound

from app.accounts import users
from app.accounts.models import User
from app.db import db
from app.http.fields import parse_int


def visible_user_or_404(who: str, reader: int | None) -> User:
    """Return the user with this name or id whose profile `reader` may see; raise NotFound otherwise.

    Digits are always an id, even if a user has that name. Guests and deleted accounts have no profile.
    """
    number = parse_int(who)
    key = User.skeleton == users.typed_skeleton(who) if number is None else User.id == number
    user: User | None = db.session.scalar(select(User).where(key, User.deleted_at.is_(None)))
    if user is None or user.is_guest or not (user.public or user.id == reader):
        raise NotFound
    return user


def profile_slug(user: User) -> str:
    """Return the last part of the user's profile URL: the name, or the id if the name consists of digits."""
    return user.name if parse_int(user.name) is None else str(user.id)
