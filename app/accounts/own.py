"""What people may change about their own account. Each function commits once."""

from flask import current_app
from flask_babel import refresh

from app.accounts import addresses, earlier_names, events, leaving, limits, passwords, proof, session, sessions
from app.accounts.errors import WrongCurrentPassword
from app.accounts.models import User
from app.accounts.service import take_name
from app.db import db
from app.languages import LANGUAGES, _, zone_named
from app.post.writing import queue


def rename(user: User, name: str) -> None:
    """Change the name; raise BadName or TooMany."""
    limits.name(user.id)
    before = addresses.locked_existing(user).name
    take_name(user, name)
    earlier_names.note(user, before)
    events.note("renamed", user.id)
    db.session.commit()


def change_language(user: User, language: str) -> None:
    """Change the language of the pages, one of LANGUAGES."""
    addresses.locked_existing(user).language = language if language in LANGUAGES else "en"
    db.session.commit()
    refresh()  # the answer speaks it already


def change_timezone(user: User, timezone: str) -> None:
    """Change the time zone; a name that no zone has changes nothing."""
    if zone_named(timezone):
        addresses.locked_existing(user).timezone = timezone
    db.session.commit()
    refresh()


def show_profile(user: User, public: bool) -> None:
    """Let everybody see the profile, or nobody else."""
    addresses.locked_existing(user).public = public
    db.session.commit()


def change_password(user: User, current: str, new: str) -> None:
    """Change the password and sign out every session; raise WrongCurrentPassword, BadPassword or TooMany."""
    proof.demand(user, current, WrongCurrentPassword)
    proven, password_hash = user.password_hash, passwords.hash_of(new, user.name)
    if addresses.locked_existing(user).password_hash != proven:
        db.session.rollback()
        raise WrongCurrentPassword(_("That is not your password."))
    take_password(user, password_hash)
    events.note("password-changed", user.id)
    db.session.commit()


def take_password(user: User, password_hash: str) -> None:
    """Give a locked account another password and end every session, without commit; its owner is told by mail.

    Another address that was asked for is given up: whoever asked may have been somebody else.
    """
    user.password_hash = password_hash
    _end_sessions(user)
    if user.email or user.email_round:  # the first address of a fresh account was given with its password
        addresses.forget_new(user)
    if user.email:
        queue("password-changed", user.id, "mail", user.email, {})


def sign_out_everywhere(user: User) -> None:
    """End every session of this person; the one that asks is to be begun anew."""
    _end_sessions(user)
    events.note("sessions-ended", user.id)
    db.session.commit()


def end_session(user: User, number: int) -> bool:
    """End one session of this person; return whether there was one."""
    ended = sessions.end(user.id, number)
    if ended:
        events.note("session-ended", user.id)
    db.session.commit()
    return ended


def delete(user: User, password: str) -> None:
    """Delete the account; its games stay, with "someone" for the name. Raise WrongPassword or TooMany."""
    proof.demand(user, password)
    leaving.leave(user)
    db.session.commit()
    current_app.logger.info("account %d was deleted", user.id)


def _end_sessions(user: User) -> None:
    """Let no cookie be good any more; the row of this browser's session is left for session.begin to replace."""
    user.epoch = User.epoch + 1
    sessions.end_all(user.id, but=session.number())
