"""The keys that sign: the newest signs, and the older ones of SECRET_KEY are still good for checking.

Cookies that an older key has signed are signed anew on the next visit, so that it can be dropped one day.
"""

from flask import Flask, current_app
from flask_login import decode_cookie
from itsdangerous import Signer


def init_app(app: Flask, newest: str, older: tuple[str, ...]) -> None:
    """Configure Flask, Flask-Login and Flask-WTF."""
    app.config.update(SECRET_KEY=newest, SECRET_KEY_FALLBACKS=[*reversed(older)])
    app.config["WTF_CSRF_SECRET_KEY"] = [*reversed(older), newest]


def signing() -> list[str]:
    """Return all keys as itsdangerous takes them: the newest, by which it signs, comes last."""
    return [*current_app.config["SECRET_KEY_FALLBACKS"], current_app.config["SECRET_KEY"]]


def remembered(cookie: str) -> str | None:
    """Return what a cookie of Flask-Login's says, by whichever key it was signed."""
    said = (decode_cookie(cookie, key=key) for key in reversed(signing()))
    return next((payload for payload in said if payload is not None), None)


def is_outdated(signer: Signer, signed: str) -> bool:
    """Whether a text was signed by one of a signer's older keys."""
    if len(signer.secret_keys) == 1 or not signer.validate(signed):
        return False
    signer.secret_keys = signer.secret_keys[-1:]
    return not signer.validate(signed)
