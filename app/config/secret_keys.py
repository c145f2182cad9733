"""The signing keys: the newest one signs; signatures by the older ones in SECRET_KEY are still accepted.

A cookie signed by an older key is signed again on the next visit, so that the older key can eventually be removed.
"""

from datetime import timedelta
from typing import Any, Final

from flask import Flask, current_app
from flask_login import decode_cookie
from itsdangerous import SignatureExpired, Signer, TimestampSigner, URLSafeTimedSerializer

from app.db import now

MAX_AHEAD: Final = timedelta(hours=12)  # by which a signature may come from the future


class LenientSigner(TimestampSigner):
    """A signer for which a signature from the near future has just been made, instead of having expired.

    Another server's clock may be ahead, and this one's may have been put back.
    """

    def get_timestamp(self) -> int:
        """Return the time of a signature made now, in seconds since 1970, by the services' clock."""
        return int(now().timestamp())

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """Return the value, with the time of its signature if wanted; raise BadSignature."""
        try:
            return super().unsign(signed_value, max_age, return_timestamp)  # type: ignore[call-overload]
        except SignatureExpired as expired:
            made = expired.date_signed
            if made is None or not 0 <= made.timestamp() - self.get_timestamp() <= MAX_AHEAD.total_seconds():
                raise
            return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


def init_app(app: Flask, newest: str, older: tuple[str, ...]) -> None:
    """Configure Flask's sessions and the CSRF tokens of Flask-WTF with these keys."""
    app.config.update(SECRET_KEY=newest, SECRET_KEY_FALLBACKS=[*reversed(older)])
    app.config["WTF_CSRF_SECRET_KEY"] = [*reversed(older), newest]


def signing_keys() -> list[str]:
    """Return all keys in the order of itsdangerous: the newest, which signs, is last."""
    return [*current_app.config["SECRET_KEY_FALLBACKS"], current_app.config["SECRET_KEY"]]


def timed_serializer(salt: str) -> URLSafeTimedSerializer:
    """Return a serializer that signs for the purpose `salt`, with the time."""
    return URLSafeTimedSerializer(signing_keys(), salt=salt, signer=LenientSigner)


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
