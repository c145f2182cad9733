"""Authenticator apps (TOTP, RFC 6238): set up with the password and a first code, then asked for at each sign-in."""

from datetime import datetime
from typing import Final

import pyotp
from pyotp.exceptions import OTPVerificationError
from sqlalchemy import delete, select

from app.accounts.auth import reauthentication
from app.accounts.email import addresses
from app.accounts.models import User
from app.accounts.second_factor import encryption, factors, guesses, recovery_codes
from app.accounts.second_factor.models import AuthenticatorApp
from app.db import db, now
from app.i18n.languages import _
from app.refusals import Refusal

ISSUER: Final = "Dead Drop"  # as the app lists it
CLOCK_STEPS: Final = 1  # by which the app's clock may differ: 30 seconds each


class WrongCode(Refusal):
    """The code is wrong, too old, or has been used."""

    field = "code"


def begin_setup(user: User, password: str) -> None:
    """Give the account a new secret, which counts once `confirm` has seen a code. Commits.

    Raises WrongPassword, RateLimited, AccountDeleted, or Refusal if there is an app already.
    """
    reauthentication.require_password(user, password)
    addresses.lock_existing_user(user)
    if factors.has_app(user.id):
        db.session.rollback()
        raise Refusal(_("You already use an authenticator app. Turn it off first."), "password")
    delete_app(user.id)
    encrypted = encryption.encrypt(pyotp.random_base32())
    db.session.add(AuthenticatorApp(user.id, encrypted, encryption.newest_key()))
    db.session.commit()


def load_app(user_id: int) -> AuthenticatorApp | None:
    """Return the account's app, confirmed or not."""
    return db.session.get(AuthenticatorApp, user_id, populate_existing=True)


def confirmed_at(user_id: int) -> datetime | None:
    """Return since when the account has been using an app, or None."""
    app = load_app(user_id)
    return app.confirmed_at if app else None


def load_pending_secret(user_id: int) -> str | None:
    """Return the secret of an app that is being set up, or None."""
    app = load_app(user_id)
    return encryption.decrypt(app.secret) if app and not app.confirmed_at else None


def provisioning_uri(user: User, secret: str) -> str:
    """Return the `otpauth:` address that an app reads from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=user.own_name, issuer_name=ISSUER)


def confirm(user: User, code: str) -> list[str]:
    """Turn the app on if the code is right, and return new recovery codes. Commits.

    Raises WrongCode, RateLimited or AccountDeleted.
    """
    keys = guesses.count_code(user.id)
    addresses.lock_existing_user(user)
    app = load_app(user.id)
    if app is None or app.confirmed_at or not accept_code(user.id, code):
        db.session.rollback()
        raise WrongCode(_("That code is incorrect. Check the clock of your phone, and enter the code it shows now."))
    app.confirmed_at = now()
    guesses.clear(keys)
    factors.announce(user, "authenticator-on")
    codes = recovery_codes.replace_codes(user)
    db.session.commit()
    return codes


def accept_code(user_id: int, code: str) -> bool:
    """Return whether a code is right and newer than the last one accepted; it then is that one. Does not commit."""
    own = select(AuthenticatorApp).where(AuthenticatorApp.user_id == user_id).with_for_update()
    app = db.session.scalar(own.execution_options(populate_existing=True))
    step = _find_step(app, "".join(code.split())) if app else None
    if app is None or step is None or step <= app.last_step:
        return False
    app.last_step = step
    return True


def remove(user: User, password: str) -> None:
    """Turn the app off. Commits. Raises WrongPassword, RateLimited or AccountDeleted."""
    reauthentication.require_password(user, password)
    addresses.lock_existing_user(user)
    if factors.has_app(user.id):
        delete_app(user.id)
        factors.announce(user, "authenticator-off")
    db.session.commit()


def delete_app(user_id: int) -> None:
    """Delete the account's app, without commit."""
    db.session.execute(delete(AuthenticatorApp).where(AuthenticatorApp.user_id == user_id))
    db.session.expire_all()


def renew_encryption(most: int = 1000) -> int:
    """Encrypt up to `most` secrets by the newest key that an older one had encrypted. Commits; return how many."""
    newest = encryption.newest_key()
    older = select(AuthenticatorApp).where(AuthenticatorApp.key != newest).limit(most)
    renewed = 0
    for app in db.session.scalars(older.with_for_update(skip_locked=True)).all():
        if secret := encryption.decrypt(app.secret):
            app.secret, app.key = encryption.encrypt(secret), newest
            renewed += 1
    db.session.commit()
    return renewed


def _find_step(app: AuthenticatorApp, code: str) -> int | None:
    """Return the time step whose code this is, or None."""
    secret = encryption.decrypt(app.secret)
    if secret is None:
        return None
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=now(), valid_window=CLOCK_STEPS)
    except OTPVerificationError:
        return None
