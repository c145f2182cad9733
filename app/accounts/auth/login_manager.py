"""The login manager: the session cookie, the remember cookie, and who is signed in by them.

Both cookies are signed and hold the user's id, the user's epoch and the session's id. Raising the epoch invalidates all
sessions of the user; deleting a session's row (session_store) invalidates that one. Old cookies without a session id
stay valid until the epoch is raised.
"""

import re
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from flask import Flask, Response, flash, g, has_request_context, redirect, request, session, url_for
from flask.sessions import SecureCookieSessionInterface
from flask_babel import refresh
from flask_login import LoginManager, current_user, encode_cookie, login_user, logout_user, user_loaded_from_cookie
from itsdangerous import BadData
from sqlalchemy import bindparam, event, select, text
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
from app.http.safe_redirects import current_page_path
from app.i18n.languages import DEFAULT_TIMEZONE, _, browser_timezone, current_timezone, locale
from app.live import topic_versions
from app.live.poll_notes import Identity, PollNote
from app.live.read_cache import cached_read, heard_versions, is_poll
from app.live.topic_versions import account_topic, user_topic

REMEMBER_COOKIE = "remember"
COOKIE_LIFETIME = timedelta(days=180)  # from the last start of the browser
DAY = timedelta(days=1)
COOKIE_CONTENT = re.compile(r"([0-9]{1,18})\.([0-9]{1,9})(?:\.([0-9]{1,18}))?")

# Built once: building it takes longer than executing it.
FIND_USER = (
    select(User, BrowserSession.seen_at)
    .outerjoin(BrowserSession, (BrowserSession.id == bindparam("session")) & (BrowserSession.user_id == User.id))
    .where(User.id == bindparam("user"))
)

UPDATE_SEEN_AT = text("""
    WITH here AS (UPDATE sessions SET seen_at = now() WHERE id = :session AND user_id = :id)
    UPDATE users SET seen_at = now(), timezone = CASE timezone WHEN :unknown THEN :told ELSE timezone END
    WHERE id IN (SELECT id FROM users WHERE id = :id FOR NO KEY UPDATE SKIP LOCKED)
""")


class SiteLoginManager(LoginManager):
    """Flask-Login with two corrections; API requests are signed in by personal token instead of by cookie.

    The corrections: a remember cookie with non-ASCII characters counts as forged instead of raising an error, and the
    `__Host-` remember cookie is deleted with the Secure attribute, since browsers ignore the deletion otherwise.
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
    """Configure Flask-Login and its cookies, and register the hooks that renew cookies and record daily visits."""
    secure = app.config["SESSION_COOKIE_SECURE"]
    app.config.update(
        REMEMBER_COOKIE_NAME=cookies.full_name(REMEMBER_COOKIE, secure),
        REMEMBER_COOKIE_DURATION=COOKIE_LIFETIME,
        REMEMBER_COOKIE_SECURE=secure,
        REMEMBER_COOKIE_HTTPONLY=True,
        REMEMBER_COOKIE_SAMESITE="Lax",
        SESSION_PROTECTION=None,  # it compares addresses, and phones change theirs all day
    )
    app.jinja_env.globals["session_mark"] = session_mark
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
    """Parse `user.epoch` or `user.epoch.session` from a login cookie; return None for anything else."""
    found = COOKIE_CONTENT.fullmatch(text)
    return LoginCookie(int(found[1]), int(found[2]), int(found[3]) if found[3] else None) if found else None


def load_user(user_id: str) -> User | None:
    """Return the user of a login cookie, in at most one query, or None if the cookie is no longer valid.

    It is invalid if malformed, if the user is gone or has a newer epoch, or if its session was deleted. For a user last
    seen over a day ago, it asks `_record_visit` to record the visit.
    """
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
    """Return the cookie's user and when its session was last seen; each is None if there is no such row."""
    found = db.session.execute(FIND_USER, {"user": cookie.user_id, "session": cookie.session_id}).first()
    return (found[0], found[1]) if found else (None, None)


def has_login_cookie(app: Flask, header: str) -> bool:
    """Return whether a Cookie header contains a login cookie with a valid signature, without a database query.

    The cookie may still be outdated: only `load_user` tells.
    """
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
    """Return the session id in the request's login cookie, or None without one or outside a request."""
    cookie = _request_cookie() if has_request_context() else None
    return cookie.session_id if cookie else None


def claimed_user_id() -> int | None:
    """Return the user id in the request's signed login cookie, unchecked by a query, or None without a cookie.

    The cookie may be outdated: only `load_user` tells.
    """
    cookie = _request_cookie()
    return cookie.user_id if cookie else None


def _request_cookie() -> LoginCookie | None:
    return parse_login_cookie(session.get("_user_id", ""))


def current_user_id() -> int | None:
    """Return the id of the signed-in user (account or guest), or None for a visitor."""
    return current_user.id if current_user.is_authenticated else None


def note_identity(note: PollNote) -> None:
    """Store the current user in `note`, so that later polls with the same cookies need not load the user again.

    Does nothing for a visitor, or if the version at which the user was loaded is unknown.
    """
    if current_user.is_authenticated and (versions := g.get("account_versions")):
        user, place = current_user._get_current_object(), (str(locale()), current_timezone().key)
        note.identity = Identity(user.id, (user_topic(user.id), account_topic(user.id)), versions[0], *place, user)


def use_identity(identity: Identity) -> None:
    """Make the user of `identity`, which the caller has found to be still valid, the current user of this request."""
    g._login_user = identity.user


def session_mark() -> str:
    """Return an unguessable name for this session, which scripts use to keep users' data in the browser apart."""
    return topic_versions.secret_topic("session", current_session_id() or f"of {current_user_id()}")


def start_session(user: User, second_factor: bool = False) -> None:
    """Sign the user in with a new session that replaces the browser's previous one. Commits.

    `second_factor` is whether they have just proved one.
    """
    fresh = session_store.create_session(user.id, current_session_id(), second_factor)
    session.clear()
    login_user(user, remember=True)
    session["_user_id"] = f"{user.get_id()}.{fresh}"
    refresh()  # the new user may have another language


def renew_session(user: User) -> None:
    """Replace the signed-in user's session by a new one that began in the same way. Commits."""
    start_session(user, session_store.has_second_factor(user.id, current_session_id()))


def end_session() -> None:
    """Sign this browser out, so that copies of its cookies no longer work either. Commits.

    The session's row is deleted. For an old cookie without a session id, the user's epoch is raised, which signs out
    all browsers.
    """
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
    """Return a redirect to the sign-in page, which leads back here; for htmx a 401 with HX-Redirect."""
    target = url_for("accounts.login", next=current_page_path())
    if wants_fragment():
        return Response(status=401, headers={"HX-Redirect": target})
    flash(_("Please sign in first."))
    return redirect(target, 303)


def _record_visit(response: Response) -> Response:
    """Update, about once a day, when the user and the session were last seen, and an unset time zone. Commits.

    Runs after the response is ready: it ignores database errors and skips a locked row rather than wait. Returns the
    response unchanged.
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
    """Bump the account's topic when a user's row changes, so that cached copies are reloaded."""
    topic_versions.bump(account_topic(user.id))


def _renew_outdated_cookies() -> None:
    """Have both login cookies signed anew if they were signed with an older secret key."""
    if request.endpoint not in FILE_ENDPOINTS and not is_poll() and cookies.is_session_outdated():
        session["_remember"] = "set"


def _renew_remember_cookie(app: Flask, user: User) -> None:
    """Have the remember cookie set anew when it has signed somebody in, which extends its lifetime."""
    session["_remember"] = "set"
