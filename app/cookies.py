"""The cookies that this site sets, each with every guard that browsers know.

One is set without it: `timezone`, which a page's script writes, so that it cannot be HttpOnly (languages.py checks it).
"""

from datetime import timedelta

from flask import Flask, Response, current_app, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from werkzeug.wrappers import Response as AnyResponse

from app import keys
from app.recall import is_poll


class Sessions(SecureCookieSessionInterface):
    """The session's cookie, which has no part in files: they are the same for all, and kept by whoever likes.

    Nor does a poll send it: its answer may come after that of a deed, such as signing out, and would undo that one's.
    """

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send the session along where it has changed, and say that the answer depends on it."""
        if is_poll():
            response.vary.add("Cookie")
        elif request.endpoint != "static":
            super().save_session(app, session, response)


def init_app(app: Flask, secure: bool) -> None:
    """Say how the session's cookie is sent: if `secure`, by HTTPS alone."""
    app.session_interface = Sessions()
    app.config.update(SESSION_COOKIE_SECURE=secure, SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")
    app.config["SESSION_COOKIE_NAME"] = name("session", secure)


def name(cookie: str, secure: bool) -> str:
    """Return what a cookie is called; with `__Host-` a browser takes it from no neighbouring host (RFC 6265bis)."""
    return f"__Host-{cookie}" if secure else cookie


def is_session_outdated() -> bool:
    """Whether the session's cookie was signed by an older key."""
    sessions = current_app.session_interface
    assert isinstance(sessions, Sessions)  # noqa: S101  # as init_app() set it
    brought = request.cookies.get(sessions.get_cookie_name(current_app))
    serializer = sessions.get_signing_serializer(current_app)
    return bool(brought and serializer and keys.is_outdated(serializer.make_signer(serializer.salt), brought))


def get(cookie: str) -> str:
    """Return what the browser brings, an empty text where it brings none."""
    return request.cookies.get(name(cookie, _secure()), "")


def put(response: AnyResponse, cookie: str, value: str, lasts: timedelta) -> None:
    """Let the browser keep a text for a while."""
    response.set_cookie(name(cookie, _secure()), value, max_age=lasts, secure=_secure(), httponly=True, samesite="Lax")


def drop(response: AnyResponse, cookie: str) -> None:
    """Let the browser forget it."""
    response.delete_cookie(name(cookie, _secure()), secure=_secure(), httponly=True, samesite="Lax")


def _secure() -> bool:
    return bool(current_app.config["SESSION_COOKIE_SECURE"])
