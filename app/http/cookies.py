"""Reading and setting the site's cookies, with every protective attribute that browsers support.

One exception: a page's script writes `timezone`, so that cookie cannot be HttpOnly (languages.py validates it).
"""

from datetime import timedelta

from flask import Flask, Response, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer
from werkzeug.wrappers import Response as AnyResponse

from app.config import secret_keys
from app.http.problems import is_api_request
from app.live.read_cache import is_poll


class CookieSessionInterface(SecureCookieSessionInterface):
    """Flask's sessions, not saved on static files, polls, and answers of the API, which has no sessions.

    Files are the same for everybody and cached publicly. A poll's response may arrive after that of an action, such as
    signing out, and would then undo it.
    """

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs the session cookie, None without a key; see LenientSigner."""
        serializer = super().get_signing_serializer(app)
        if serializer:
            serializer.signer = secret_keys.LenientSigner
        return serializer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the session cookie on the response if the session has changed, and `Vary: Cookie`; see the class."""
        if is_poll():
            response.vary.add("Cookie")
        elif request.endpoint != "static" and not is_api_request():
            super().save_session(app, session, response)


def init_app(app: Flask, secure: bool) -> None:
    """Configure the session cookie; if `secure`, all of the site's cookies are sent over HTTPS only."""
    app.session_interface = CookieSessionInterface()
    app.config.update(SESSION_COOKIE_SECURE=secure, SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")
    app.config["SESSION_COOKIE_NAME"] = full_name("session", secure)


def full_name(cookie: str, secure: bool) -> str:
    """Return the name under which a cookie is set: with the prefix `__Host-` if it is sent over HTTPS only.

    Browsers accept such cookies only from this very host (RFC 6265bis).
    """
    return f"__Host-{cookie}" if secure else cookie


def is_session_outdated() -> bool:
    """Whether the request's session cookie was signed by one of the older keys."""
    sessions = current_app.session_interface
    assert isinstance(sessions, CookieSessionInterface)  # noqa: S101  # set by init_app()
    brought = request.cookies.get(sessions.get_cookie_name(current_app))
    serializer = sessions.get_signing_serializer(current_app)
    return bool(
        brought and serializer and secret_keys.is_signed_by_older_key(serializer.make_signer(serializer.salt), brought)
    )


def get_cookie(cookie: str) -> str:
    """Return the value of a cookie of the request, or an empty string. `cookie` is its name without prefix."""
    return request.cookies.get(full_name(cookie, _secure()), "")


def set_cookie(response: AnyResponse, cookie: str, value: str, lasts: timedelta) -> None:
    """Set a cookie on the response for the given time; `cookie` is its name without prefix."""
    response.set_cookie(
        full_name(cookie, _secure()), value, max_age=lasts, secure=_secure(), httponly=True, samesite="Lax"
    )


def delete_cookie(response: AnyResponse, cookie: str) -> None:
    """Make the response delete a cookie; `cookie` is its name without prefix."""
    response.delete_cookie(full_name(cookie, _secure()), secure=_secure(), httponly=True, samesite="Lax")


def _secure() -> bool:
    return bool(current_app.config["SESSION_COOKIE_SECURE"])
