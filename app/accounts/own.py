"""What people may change about their own account. Each function commits once."""

from flask_babel import refresh

from app.accounts import emails, limits, passwords
from app.accounts.errors import WrongCurrentPassword, WrongPassword
from app.accounts.models import User
from app.accounts.service import take_name
from app.db import db, now
from app.languages import LANGUAGES, _


def rename(user: User, name: str) -> None:
    """Change the name; raise BadName."""
    take_name(user, name)
    db.session.commit()


def change_email(user: User, email: str) -> None:
    """Change the e-mail address, or take it away with an empty one; raise BadEmail."""
    user.email = emails.clean(email)
    db.session.commit()


def change_language(user: User, language: str) -> None:
    """Change the language of the pages, one of LANGUAGES."""
    user.language = language if language in LANGUAGES else "en"
    db.session.commit()
    refresh()  # the answer speaks it already


def change_password(user: User, current: str, new: str) -> None:
    """Change the password and sign out every session; raise WrongCurrentPassword, BadPassword or TooMany."""
    if not _is_password(user, current):
        raise WrongCurrentPassword(_("That is not your password."))
    user.password_hash = passwords.hash_of(new, user.name)
    user.epoch = User.epoch + 1
    db.session.commit()


def sign_out_everywhere(user: User) -> None:
    """End every session of this person, the one that asks included."""
    user.epoch = User.epoch + 1
    db.session.commit()


def delete(user: User, password: str) -> None:
    """Delete the account; its games stay, with "someone" for the name. Raise WrongPassword or TooMany."""
    if not _is_password(user, password):
        raise WrongPassword(_("That is not your password."))
    user.name, user.skeleton, user.password_hash, user.email = "someone", None, None, None
    user.epoch = User.epoch + 1
    user.deleted_at = now()
    db.session.commit()


def _is_password(user: User, password: str) -> bool:
    """Compare, counting by account and apart from sign-in: others' failures there do not stop the owner here."""
    key = f"account {user.id}"
    limits.password(key)
    if not passwords.matches(user.password_hash, password):
        return False
    limits.forget(key)
    return True
