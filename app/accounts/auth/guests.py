"""Guests, who take part with nothing but a name."""

from flask import request

from app.accounts import rate_limits
from app.accounts.auth import login_manager
from app.accounts.models import User
from app.db import db
from app.http.client_address import network


def limit_new_guest() -> None:
    """Count a new guest unless somebody is signed in; raise RateLimited. Commits: call it before any change."""
    if login_manager.current_user_id() is None:
        rate_limits.enforce(f"guest {network(request.remote_addr)}")


def sign_in_guest(user_id: int) -> None:
    """Sign a new guest in; a signed-in user stays signed in."""
    if login_manager.current_user_id() is None:
        login_manager.start_session(db.session.get_one(User, user_id))
