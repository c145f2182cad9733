"""Who is signed in: the session, the cookie that outlives it, and where to go after signing in.

Both cookies hold the person's id and epoch, signed: a new epoch ends every session there is.
"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, flash, redirect, request, session, url_for
from flask_babel import refresh
from flask_login import LoginManager, current_user, login_user, logout_user, user_loaded_from_cookie

from app.accounts.models import User
from app.db import db
from app.languages import _
from app.web import wants_fragment

LASTS = timedelta(days=180)  # since the browser was last started


class Manager(LoginManager):
    """Flask-Login, except that it takes a remember cookie with foreign letters for forged instead of failing."""

    def _load_user_from_remember_cookie(self, cookie: str) -> Any:
        return super()._load_user_from_remember_cookie(cookie) if cookie.isascii() else None


def init_app(app: Flask) -> None:
    """Load who is signed in, and send those who are not to sign in where that is needed."""
    secure = app.config["SESSION_COOKIE_SECURE"]
    app.config.update(
        REMEMBER_COOKIE_NAME="__Host-remember" if secure else "remember",
        REMEMBER_COOKIE_DURATION=LASTS,
        REMEMBER_COOKIE_SECURE=secure,
        REMEMBER_COOKIE_HTTPONLY=True,
        REMEMBER_COOKIE_SAMESITE="Lax",
        SESSION_PROTECTION=None,  # it would compare addresses, and a phone changes its own all day
    )
    app.jinja_env.globals["page_in_view"] = page_in_view
    manager = Manager(app)
    manager.user_loader(load)
    manager.unauthorized_handler(ask_to_sign_in)
    user_loaded_from_cookie.connect(_prolong, app)


def load(user_id: str) -> User | None:
    """Return who has this id and epoch, as User.get_id() writes them."""
    number, _, epoch = user_id.partition(".")
    if not (number.isdigit() and epoch.isdigit()):
        return None
    user = db.session.get(User, int(number))
    return user if user and user.epoch == int(epoch) and user.deleted_at is None else None


def reader() -> int | None:
    """Return the id of who is reading, None for a visitor."""
    return current_user.id if current_user.is_authenticated else None


def begin(user: User) -> None:
    """Sign in, with nothing left of the session before; commit first."""
    session.clear()
    login_user(user, remember=True)
    refresh()  # somebody else reads now, perhaps in another language


def end() -> None:
    """Sign this browser out."""
    session.clear()
    logout_user()
    refresh()


def ask_to_sign_in() -> Any:
    """Answer a request that needs somebody signed in: the sign-in page, which leads back."""
    target = url_for("accounts.login", next=page_in_view())
    if wants_fragment():
        return Response(status=401, headers={"HX-Redirect": target})
    flash(_("Sign in first."))
    return redirect(target, 303)


def destination() -> str:
    """Return where `next` wants to go after signing in, else the front page."""
    return safe_path(request.values.get("next", "")) or url_for("lobbies.front")


def safe_path(target: str) -> str | None:
    """Return the target if it is a path on this site, and nothing that a browser may take for another site."""
    plain = target.startswith("/") and not target.startswith("//") and "\\" not in target and len(target) <= 1000
    return target if plain and target.isprintable() and " " not in target else None


def page_in_view() -> str | None:
    """Return the path of the page that the reader looks at; a form's own address may not be one."""
    if request.method == "GET" and not wants_fragment():
        return safe_path(request.full_path.removesuffix("?"))
    try:
        page = urlsplit(request.headers.get("HX-Current-URL") or request.referrer or "")
    except ValueError:  # not an address at all
        return None
    return safe_path(page.path + ("?" + page.query if page.query else "")) if page.netloc == request.host else None


def _prolong(app: Flask, user: User) -> None:
    """Renew the remember cookie whenever it brought somebody back."""
    session["_remember"] = "set"
