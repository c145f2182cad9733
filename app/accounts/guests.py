"""Guests, who take part with nothing but a name."""

from flask import request

from app.accounts import limits, session
from app.accounts.models import User
from app.db import db


def expect() -> None:
    """Count a new guest unless somebody is signed in; raise RateLimited. Commits: call it before any change."""
    if session.reader() is None:
        limits.guest(request.remote_addr)


def welcome(user_id: int) -> None:
    """Sign a new guest in; a signed-in user stays signed in."""
    if session.reader() is None:
        session.begin(db.session.get_one(User, user_id))
