"""Which subscription is the browser's that asks, by a signed cookie; it ends when its person is signed out there.

A browser that several people use must not go on showing the last one's notices.
"""

from datetime import timedelta
from typing import Any, Final

from flask import Flask, Response, after_this_request, has_request_context
from flask_login import user_logged_in, user_logged_out
from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Connection, delete, event, inspect
from werkzeug.wrappers import Response as AnyResponse

from app import cookies, keys
from app.accounts.models import User
from app.db import db
from app.post.models import Subscription

COOKIE: Final = "push"
LASTS: Final = timedelta(days=400)  # as long as browsers keep a cookie


def init_app(app: Flask) -> None:
    """Heed who comes and who goes."""
    user_logged_out.connect(_signed_out, app)
    user_logged_in.connect(_signed_in, app)


def remembered() -> int | None:
    """Return the number of this browser's subscription, if it ever had one."""
    try:
        number = _signer().loads(cookies.get(COOKIE))
    except BadData:
        return None
    return number if isinstance(number, int) else None


def remember(response: AnyResponse, number: int) -> AnyResponse:
    """Let this browser know the number of its subscription."""
    cookies.put(response, COOKIE, str(_signer().dumps(number)), LASTS)
    return response


def _signed_out(_app: Flask, user: Any) -> None:
    """End the subscription of whoever signs out here."""
    if user.is_authenticated:
        _end(Subscription.user_id == user.id)


def _signed_in(_app: Flask, user: Any) -> None:
    """End the subscription of whoever was here before, and left without signing out."""
    _end(Subscription.user_id != user.id)


@event.listens_for(User, "before_update")
def _sessions_ended(_mapper: object, connection: Connection, user: User) -> None:
    """End what a person's other browsers are told: a new epoch has signed them out."""
    if inspect(user).attrs.epoch.history.has_changes():
        here = remembered() if has_request_context() else None
        others = (Subscription.user_id == user.id) & Subscription.id.is_distinct_from(here)
        connection.execute(delete(Subscription).where(others))


def _end(whose: Any) -> None:
    number = remembered()
    if number is None:
        return
    ended = db.session.scalar(delete(Subscription).where(Subscription.id == number, whose).returning(Subscription.id))
    db.session.commit()
    if ended:
        after_this_request(_forget)


def _forget(response: Response) -> Response:
    cookies.drop(response, COOKIE)
    return response


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(keys.signing(), salt="push")
