"""Guests, who take part with nothing but a name."""

from flask import request

from app.accounts import limits, session
from app.accounts.models import User
from app.db import db


def limit_new_guest() -> None:
    """Count a new guest unless somebody is signed in; raise RateLimited. Commits: call it before any change."""
    if session.current_user_id() is None:
        limits.limit_guests(request.remote_addr)


def sign_in_guest(user_id: int) -> None:
    """Sign a new guest in; a signed-in user stays signed in."""
    if session.current_user_id() is None:
        session.start_session(db.session.get_one(User, user_id))
