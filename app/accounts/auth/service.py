"""Sign-up, sign-in and guests. Each function commits once unless stated otherwise."""

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.accounts import activity_log, erasure, rate_limits, users
from app.accounts.auth import known_browsers, login_throttle, passwords
from app.accounts.email import addresses, syntax
from app.accounts.errors import BadName, WrongPassword
from app.accounts.models import User
from app.accounts.names import clashes, history, validation
from app.accounts.names.confusables import skeleton
from app.accounts.person import BOT_MARK
from app.accounts.second_factor import factors
from app.accounts.settings import timezones
from app.db import db
from app.http.client_address import network
from app.i18n.languages import _, browser_timezone, language, lazy_gettext

NAME_TAKEN = lazy_gettext(
    "That name is taken, or too similar to one that is. If it is yours, sign in; otherwise, choose another."
)
NAME_HAS_ACCOUNT = lazy_gettext("That name belongs to an account. If it is yours, sign in; otherwise, choose another.")


def sign_up(name: str, password: str, email: str, guest: User | None = None) -> User:
    """Create an account, or turn `guest` into one that keeps its seats and games, and return it.

    `email` may be empty; otherwise a confirmation is sent there. Submitting the same form twice creates one account.
    Raises BadName, BadPassword or BadEmail.
    """
    name = validation.normalize_name(name)
    password_hash, mail = passwords.hash_new_password(password, name), syntax.normalize_email(email)
    if guest and _has_signed_up(guest, name, password):
        return guest
    user = guest or User(name, language=language())
    before = user.name
    user.password_hash = password_hash
    timezones.set_missing_timezone(user)
    db.session.add(user)
    set_name(user, name)
    history.record_earlier_name(user, before)
    if mail:
        addresses.request_first_confirmation(user, mail)
    activity_log.record_event("signed-up", user.id)
    db.session.commit()
    return user


def sign_in(name: str, password: str, address: str | None, browser: known_browsers.KnownBrowser | None = None) -> User:
    """Return the account with this name and password; raise WrongPassword or, before checking, RateLimited.

    `address` is the IP address, `browser` the content of the known-browser cookie. Starting the session is left to the
    caller. Response, queries and hashing are the same whether or not the name exists.
    """
    rate_limits.enforce(f"signin {network(address)}")
    user = users.find_account(name)
    own = browser and user and browser.user_id == user.id
    if browser and own:
        rate_limits.enforce(key := f"browser {browser.user_id} {browser.token}")
    else:
        key = login_throttle.count_guess("name", users.typed_skeleton(name), user, address)
    stored = user.password_hash if user else None
    is_right = passwords.verify_password(stored, password)
    if user is None or not is_right or addresses.lock_user(user).password_hash != stored:
        activity_log.record_failed_sign_in(user)
        raise WrongPassword(_("Wrong name or password."))
    if passwords.is_outdated(user.password_hash or ""):
        user.password_hash = passwords.hash_password(password)
    timezones.set_missing_timezone(user)
    rate_limits.clear_count(key)
    activity_log.record_event(factors.first_step_event(user, "signed-in"), user.id)
    db.session.commit()
    return user


def erase_guest(guest: User) -> None:
    """Erase a guest who signs out, and free their seats, since nobody can sign in as a guest again.

    Does nothing to a guest who has just signed up in another tab.
    """
    if addresses.lock_user(guest).is_guest:
        erasure.erase_user(guest)
    db.session.commit()


def create_guest(name: str) -> User:
    """Add a guest and flush, without commit; raise BadName if the name is not allowed or belongs to an account."""
    name = _guest_name(name)
    guest = User(name, language=language(), timezone=browser_timezone())
    db.session.add(guest)
    db.session.flush()
    return guest


def rename_guest(guest: User, name: str) -> None:
    """Set a guest's name, without commit.

    Raises BadName if the name is not allowed, belongs to an account, or looks like that of somebody at the same table,
    in the same lobby or in the same team.
    """
    name = _guest_name(name)
    clashes.check_new_name(guest, name)
    guest.name = name


def set_name(user: User, name: str) -> None:
    """Set the name and skeleton of an account and flush, without commit.

    Raises BadName, after a rollback unless the name is malformed, if the name is taken or could be mistaken for that of
    somebody with whom the user plays. A bot's name keeps BOT_MARK at its end; its skeleton leaves that out.
    """
    name = validation.normalize_name(name)
    try:
        if user.id:
            clashes.check_new_name(user, name)
        user.name, user.skeleton = name + BOT_MARK * user.is_bot, skeleton(name)
        db.session.flush()
    except BadName:
        db.session.rollback()
        raise
    except IntegrityError:
        db.session.rollback()
        raise BadName(NAME_TAKEN) from None


def _guest_name(name: str) -> str:
    name = validation.normalize_name(name)
    if db.session.scalar(select(User.id).where(User.skeleton == skeleton(name))):
        raise BadName(NAME_HAS_ACCOUNT)
    return name


def _has_signed_up(guest: User, name: str, password: str) -> bool:
    """Lock a guest who is signing up; return whether the same form has already turned them into an account.

    Raises BadName if another form has done so, or if the guest has been erased.
    """
    if addresses.lock_user(guest).is_guest:
        return False
    db.session.rollback()
    if guest.deleted_at:
        raise BadName(
            _(
                "You signed out in another tab, so you are no longer playing as a guest. "
                "Open this page again to sign up."
            )
        )
    if guest.name == name and passwords.verify_password(guest.password_hash, password):
        return True
    raise BadName(_("You already signed up in another tab as %(name)s, and you are signed in there.", name=guest.name))
