"""The signed cookie that says which push subscription is the requesting browser's; both are deleted on sign-out.

A shared browser must not keep showing the notices of its previous user.
"""

from datetime import timedelta
from typing import Any, Final

from flask import Flask, Response, after_this_request, has_request_context
from flask_login import user_logged_in, user_logged_out
from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Connection, delete, event, inspect
from werkzeug.wrappers import Response as AnyResponse

from app.accounts.models import User
from app.config import secret_keys
from app.db import db
from app.delivery.models import PushSubscription
from app.http import cookies

COOKIE: Final = "push"
COOKIE_LIFETIME: Final = timedelta(days=400)  # as long as browsers keep a cookie


def init_app(app: Flask) -> None:
    """Connect the functions that delete subscriptions to the signals of signing in and out."""
    user_logged_out.connect(_on_sign_out, app)
    user_logged_in.connect(_on_sign_in, app)


def read_subscription_cookie() -> int | None:
    """Return the id of this browser's subscription, or None without a valid cookie."""
    try:
        number = _signer().loads(cookies.get_cookie(COOKIE))
    except BadData:
        return None
    return number if isinstance(number, int) else None


def set_subscription_cookie(response: AnyResponse, number: int) -> AnyResponse:
    """Set the cookie with the id of this browser's subscription on a response; return the response."""
    cookies.set_cookie(response, COOKIE, str(_signer().dumps(number)), COOKIE_LIFETIME)
    return response


def _on_sign_out(_app: Flask, user: Any) -> None:
    """Delete this browser's subscription if it is of the user who signs out. Commits."""
    if user.is_authenticated:
        _delete_subscription(PushSubscription.user_id == user.id)


def _on_sign_in(_app: Flask, user: Any) -> None:
    """Delete this browser's subscription if it is of a previous user, who has not signed out. Commits."""
    _delete_subscription(PushSubscription.user_id != user.id)


@event.listens_for(User, "before_update")
def _on_sessions_ended(_mapper: object, connection: Connection, user: User) -> None:
    """Delete the subscriptions of a user's other browsers when a new epoch signs them out."""
    if inspect(user).attrs.epoch.history.has_changes():
        here = read_subscription_cookie() if has_request_context() else None
        others = (PushSubscription.user_id == user.id) & PushSubscription.id.is_distinct_from(here)
        connection.execute(delete(PushSubscription).where(others))


def _delete_subscription(whose: Any) -> None:
    number = read_subscription_cookie()
    if number is None:
        return
    ended = db.session.scalar(
        delete(PushSubscription).where(PushSubscription.id == number, whose).returning(PushSubscription.id)
    )
    db.session.commit()
    if ended:
        after_this_request(_delete_cookie)


def _delete_cookie(response: Response) -> Response:
    cookies.delete_cookie(response, COOKIE)
    return response


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_keys.signing_keys(), salt="push")
