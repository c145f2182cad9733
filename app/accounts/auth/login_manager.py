"""The login manager: the session cookie, the remember cookie, and redirects after sign-in.

Both signed cookies hold the user's id and epoch and the session's id. A new epoch invalidates all sessions of the user,
a deleted row (session_store) only its own. Old cookies without a session id are valid until the user signs out
anywhere.
"""

import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask, Response, flash, g, has_request_context, redirect, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from flask_babel import refresh
from flask_login import LoginManager, current_user, encode_cookie, login_user, logout_user, user_loaded_from_cookie
from itsdangerous import BadData
from sqlalchemy import event, select, text
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.http import parse_cookie

from app.accounts import activity_log
from app.accounts.auth import session_store
from app.accounts.models import BrowserSession, User
from app.accounts.tokens import bearer
from app.config import secret_keys
from app.db import db, now
from app.http import cookies
from app.http.problems import is_api_request
from app.http.responses import FILE_ENDPOINTS, wants_fragment
from app.i18n.languages import DEFAULT_TIMEZONE, _, browser_timezone, current_timezone, locale
from app.live import topic_versions
from app.live.poll_notes import Identity, PollNote
from app.live.read_cache import cached_read, heard_versions, is_poll
from app.live.topic_versions import account_topic, user_topic

REMEMBER_COOKIE = "remember"
COOKIE_LIFETIME = timedelta(days=180)  # from the last start of the browser
DAY = timedelta(days=1)
COOKIE_CONTENT = re.compile(r"([0-9]{1,18})\.([0-9]{1,9})(?:\.([0-9]{1,18}))?")

UPDATE_SEEN_AT = text("""
    WITH here AS (UPDATE sessions SET seen_at = now() WHERE id = :session AND user_id = :id)
    UPDATE users SET seen_at = now(), timezone = CASE timezone WHEN :unknown THEN :told ELSE timezone END
    WHERE id IN (SELECT id FROM users WHERE id = :id FOR NO KEY UPDATE SKIP LOCKED)
""")


class SiteLoginManager(LoginManager):
    """Flask-Login with two faults fixed, and for the API with personal tokens in place of cookies.

    A remember cookie with non-ASCII characters is a forgery and must not fail; and a `__Host-` cookie is deleted only
    by a Set-Cookie with the Secure attribute, without which signing out would have no effect.
    """

    def _load_user(self) -> None:
        if is_api_request():
            token = bearer.find_request_token()
            self._update_request_context_with_user(token and token.user)
        else:
            super()._load_user()

    def _clear_cookie(self, response: Response) -> None:
        cookies.delete_cookie(response, REMEMBER_COOKIE)

    def _load_user_from_remember_cookie(self, cookie: str) -> Any:
        said = secret_keys.read_remember_cookie(cookie) if cookie.isascii() else None
        return None if said is None else super()._load_user_from_remember_cookie(encode_cookie(said))


def init_app(app: Flask) -> None:
    """Set up Flask-Login, its cookies and the visit log."""
    secure = app.config["SESSION_COOKIE_SECURE"]
    app.config.update(
        REMEMBER_COOKIE_NAME=cookies.full_name(REMEMBER_COOKIE, secure),
        REMEMBER_COOKIE_DURATION=COOKIE_LIFETIME,
        REMEMBER_COOKIE_SECURE=secure,
        REMEMBER_COOKIE_HTTPONLY=True,
        REMEMBER_COOKIE_SAMESITE="Lax",
        SESSION_PROTECTION=None,  # it compares addresses, and phones change theirs all day
    )
    app.jinja_env.globals.update(current_page_path=current_page_path, session_mark=session_mark)
    manager = SiteLoginManager(app)
    manager.user_loader(load_user)
    manager.unauthorized_handler(ask_to_sign_in)
    user_loaded_from_cookie.connect(_renew_remember_cookie, app)
    if app.config["SECRET_KEY_FALLBACKS"]:
        app.before_request(_renew_outdated_cookies)
    app.after_request(_record_visit)


class LoginCookie(NamedTuple):
    """The content of a login cookie: user id, epoch and session id."""

    user_id: int
    epoch: int
    session_id: int | None


def parse_login_cookie(text: str) -> LoginCookie | None:
    """Parse the content of a login cookie."""
    found = COOKIE_CONTENT.fullmatch(text)
    return LoginCookie(int(found[1]), int(found[2]), int(found[3]) if found[3] else None) if found else None


def load_user(user_id: str) -> User | None:
    """Return the user of a login cookie, in one query, or None if the cookie is no longer valid."""
    cookie = parse_login_cookie(user_id)
    if cookie is None:
        return None
    own = account_topic(cookie.user_id)
    g.account_versions = heard_versions([own])  # before it is read
    user, seen_at = cached_read(("user", cookie), [own], lambda: _query_user(cookie))
    if user is None or user.epoch != cookie.epoch or user.deleted_at or (cookie.session_id and not seen_at):
        return None
    if min(user.seen_at or user.created_at, seen_at or now()) < now() - DAY:
        g.visitor = user.id
    return user


def _query_user(cookie: LoginCookie) -> tuple[User | None, datetime | None]:
    """Return the user of a cookie, and when its session was last seen."""
    here = (BrowserSession.id == cookie.session_id) & (BrowserSession.user_id == User.id)
    query = select(User, BrowserSession.seen_at).outerjoin(BrowserSession, here).where(User.id == cookie.user_id)
    found = db.session.execute(query).first()
    return (found[0], found[1]) if found else (None, None)


def has_login_cookie(app: Flask, header: str) -> bool:
    """Whether a Cookie header has a validly signed login cookie; only `load_user` tells whether it still counts."""
    jar = parse_cookie(header)
    remembered = jar.get(app.config.get("REMEMBER_COOKIE_NAME", ""), "")
    with app.app_context():
        if remembered.isascii() and secret_keys.read_remember_cookie(remembered):
            return True
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    try:
        return bool(signer and signer.loads(jar.get(app.config["SESSION_COOKIE_NAME"], "")).get("_user_id"))
    except BadData:
        return False


def current_session_id() -> int | None:
    """Return the id of the request's session, if any."""
    cookie = _request_cookie() if has_request_context() else None
    return cookie.session_id if cookie else None


def claimed_user_id() -> int | None:
    """Return the user id in the signed login cookie; only `load_user` tells whether it still counts."""
    cookie = _request_cookie()
    return cookie.user_id if cookie else None


def _request_cookie() -> LoginCookie | None:
    return parse_login_cookie(session.get("_user_id", ""))


def current_user_id() -> int | None:
    """Return the id of the signed-in user, None for a visitor."""
    return current_user.id if current_user.is_authenticated else None


def note_identity(note: PollNote) -> None:
    """Note for the next polls with the same cookies who sent this one, if its user was loaded at a known version."""
    if current_user.is_authenticated and (versions := g.get("account_versions")):
        user, place = current_user._get_current_object(), (str(locale()), current_timezone().key)
        note.identity = Identity(user.id, (user_topic(user.id), account_topic(user.id)), versions[0], *place, user)


def use_identity(identity: Identity) -> None:
    """Let the user of an identity that still counts be the current user of this request."""
    g._login_user = identity.user


def session_mark() -> str:
    """Return a token for this session, by which the browser tells its user's data from that of others."""
    return topic_versions.secret_topic("session", current_session_id() or f"of {current_user_id()}")


def start_session(user: User) -> None:
    """Sign in with a new session, discarding the old one. Commits."""
    fresh = session_store.create_session(user.id, current_session_id())
    session.clear()
    login_user(user, remember=True)
    session["_user_id"] = f"{user.get_id()}.{fresh}"
    refresh()  # the new user may have another language


def end_session() -> None:
    """Sign this browser out and invalidate copies of its cookies. Commits."""
    person, here = current_user._get_current_object(), current_session_id()
    session.clear()
    logout_user()
    if person.is_authenticated and here:
        session_store.delete_session(person.id, here)
        activity_log.record_event("signed-out", person.id)
    elif person.is_authenticated:
        person.epoch = User.epoch + 1
    db.session.commit()
    refresh()


def ask_to_sign_in() -> Any:
    """Redirect a request that needs a signed-in user to the sign-in page, which leads back."""
    target = url_for("accounts.login", next=current_page_path())
    if wants_fragment():
        return Response(status=401, headers={"HX-Redirect": target})
    flash(_("Please sign in first."))
    return redirect(target, 303)


def next_path() -> str:
    """Return the path in `next` to open after sign-in, or the home page."""
    return safe_path(request.values.get("next", "")) or url_for("lobbies.home")


def safe_path(target: str) -> str | None:
    """Return the target if it is a path on this site that no browser can take for another site, else None."""
    plain = target.startswith("/") and not target.startswith("//") and "\\" not in target and len(target) <= 1000
    return target if plain and target.isprintable() and " " not in target else None


def current_page_path() -> str | None:
    """Return the path of the page that the user sees, which for a form is not the request's own path."""
    if request.method == "GET" and not wants_fragment():
        return safe_path(request.full_path.removesuffix("?"))
    try:
        page = urlsplit(request.headers.get("HX-Current-URL") or request.referrer or "")
    except ValueError:  # not a URL
        return None
    return safe_path(page.path + ("?" + page.query if page.query else "")) if page.netloc == request.host else None


def _record_visit(response: Response) -> Response:
    """Record once a day when the user was last seen, and the time zone if unknown, since messages need one.

    The response is finished by now and must neither fail nor wait.
    """
    visitor = g.pop("visitor", None)
    if visitor is None or response.status_code >= 500:
        return response
    try:
        db.session.rollback()
        db.session.execute(
            UPDATE_SEEN_AT,
            {"id": visitor, "session": current_session_id(), "unknown": DEFAULT_TIMEZONE, "told": browser_timezone()},
        )
        topic_versions.bump(account_topic(visitor))
        db.session.commit()
    except SQLAlchemyError:
        db.session.rollback()
    return response


@event.listens_for(User, "after_update")
def _bump_user_topic(_mapper: object, _connection: object, user: User) -> None:
    """Invalidate cached copies of a changed user."""
    topic_versions.bump(account_topic(user.id))


def _renew_outdated_cookies() -> None:
    """Renew cookies that were signed with an older key."""
    if request.endpoint not in FILE_ENDPOINTS and not is_poll() and cookies.is_session_outdated():
        session["_remember"] = "set"


def _renew_remember_cookie(app: Flask, user: User) -> None:
    """Renew the remember cookie whenever it was used."""
    session["_remember"] = "set"
