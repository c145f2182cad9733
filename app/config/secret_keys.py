"""The signing keys: the newest one signs; signatures by the older ones in SECRET_KEY are still accepted.

A cookie signed by an older key is signed again on the next visit, so that the older key can eventually be removed.
"""

from flask import Flask, current_app
from flask_login import decode_cookie
from itsdangerous import Signer


def init_app(app: Flask, newest: str, older: tuple[str, ...]) -> None:
    """Configure Flask's sessions and the CSRF tokens of Flask-WTF with these keys."""
    app.config.update(SECRET_KEY=newest, SECRET_KEY_FALLBACKS=[*reversed(older)])
    app.config["WTF_CSRF_SECRET_KEY"] = [*reversed(older), newest]


def signing_keys() -> list[str]:
    """Return all keys in the order of itsdangerous: the newest, which signs, is last."""
    return [*current_app.config["SECRET_KEY_FALLBACKS"], current_app.config["SECRET_KEY"]]


def read_remember_cookie(cookie: str) -> str | None:
    """Return the payload of a Flask-Login remember cookie signed by any of the keys, or None."""
    said = (decode_cookie(cookie, key=key) for key in reversed(signing_keys()))
    return next((payload for payload in said if payload is not None), None)


def is_signed_by_older_key(signer: Signer, signed: str) -> bool:
    """Whether a text was validly signed by one of the signer's older keys; leaves the signer with the newest alone."""
    if len(signer.secret_keys) == 1 or not signer.validate(signed):
        return False
    signer.secret_keys = signer.secret_keys[-1:]
    return not signer.validate(signed)
