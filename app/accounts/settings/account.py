"""Changes that users make to their own account. Each function commits once unless stated otherwise."""

from flask import current_app
from flask_babel import refresh

from app.accounts import activity_log, erasure, rate_limits
from app.accounts.auth import login_manager, passwords, reauthentication, session_store
from app.accounts.auth.service import rename_guest, set_name
from app.accounts.email import addresses
from app.accounts.errors import WrongPassword
from app.accounts.models import User
from app.accounts.names import history
from app.accounts.tokens import service as tokens
from app.db import db
from app.delivery.outbox import enqueue
from app.i18n.languages import LANGUAGES, _, find_timezone


def change_name(user: User, name: str) -> None:
    """Change the name of an account or a guest, and have pages that show it refreshed.

    Raises BadName, RateLimited or AccountDeleted.
    """
    rate_limits.enforce(f"rename {user.id}")
    before = addresses.lock_existing_user(user).name
    if user.is_guest:
        rename_guest(user, name)
    else:
        set_name(user, name)
    history.record_earlier_name(user, before)
    for hook in history.rename_hooks:
        hook(user.id)
    activity_log.record_event("renamed", user.id)
    db.session.commit()


def change_language(user: User, language: str) -> None:
    """Set the language of the pages, English if it is not one of LANGUAGES; raise AccountDeleted."""
    addresses.lock_existing_user(user).language = language if language in LANGUAGES else "en"
    db.session.commit()
    refresh()  # the response already uses the new language


def change_timezone(user: User, timezone: str) -> None:
    """Set the time zone; an unknown name changes nothing. Raises AccountDeleted."""
    if find_timezone(timezone):
        addresses.lock_existing_user(user).timezone = timezone
    db.session.commit()
    refresh()


def set_profile_public(user: User, public: bool) -> None:
    """Set whether everybody may see the user's profile; raise AccountDeleted."""
    addresses.lock_existing_user(user).public = public
    db.session.commit()


def set_shares_answers(user: User, agrees: bool) -> None:
    """Set whether the user's answers to the computer's clues may be kept; raise AccountDeleted."""
    addresses.lock_existing_user(user).shares_answers = agrees
    db.session.commit()


def change_password(user: User, current: str, new: str) -> None:
    """Change the password, ending every session and token; the caller starts a new session.

    Raises WrongPassword (field `current`), BadPassword, RateLimited or AccountDeleted.
    """
    reauthentication.require_password(user, current, "current")
    proven, password_hash = user.password_hash, passwords.hash_new_password(new, user.name)
    if addresses.lock_existing_user(user).password_hash != proven:
        db.session.rollback()
        raise WrongPassword(_("That password is incorrect."), "current")
    set_password(user, password_hash)
    activity_log.record_event("password-changed", user.id)
    db.session.commit()


def set_password(user: User, password_hash: str) -> None:
    """Set a locked account's password hash, end its sessions and tokens, and mail its owner, without commit.

    A pending change of address is cancelled, because somebody else may have requested it.
    """
    user.password_hash = password_hash
    _end_sessions(user)
    if user.email or user.email_round:  # keep the first address, given at sign-up
        addresses.clear_pending(user)
    if user.email:
        enqueue("password-changed", user.id, "mail", user.email, {})


def sign_out_everywhere(user: User) -> None:
    """End every session and token of the user; the caller starts a new session for this browser."""
    _end_sessions(user)
    activity_log.record_event("sessions-ended", user.id)
    db.session.commit()


def end_session(user: User, number: int) -> bool:
    """End one session of the user, by id; return whether it existed."""
    ended = session_store.delete_session(user.id, number)
    if ended:
        activity_log.record_event("session-ended", user.id)
    db.session.commit()
    return ended


def delete_account(user: User, password: str) -> None:
    """Erase the account (see `erasure`); its games stay and show "someone".

    Raises WrongPassword or RateLimited.
    """
    reauthentication.require_password(user, password)
    erasure.erase_user(user)
    db.session.commit()
    current_app.logger.info("account %d was deleted", user.id)


def _end_sessions(user: User) -> None:
    """Invalidate all cookies and tokens of the user, without commit.

    The row of this browser's session stays, for start_session to replace.
    """
    user.epoch = User.epoch + 1
    tokens.delete_for_user(user.id)
    session_store.delete_all_sessions(user.id, but=login_manager.current_session_id())
