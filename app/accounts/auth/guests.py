"""Guests: users without an account, who only give a name."""

from flask import request

from app.accounts import rate_limits
from app.accounts.auth import login_manager
from app.accounts.models import User
from app.db import db
from app.http.client_address import network


def limit_new_guest() -> None:
    """For a visitor who is not signed in, count a new guest of their network and commit.

    Raises RateLimited if the network has had too many. Because it commits, call it before changing anything. Does
    nothing for a signed-in user.
    """
    if login_manager.current_user_id() is None:
        rate_limits.enforce(f"guest {network(request.remote_addr)}")


def sign_in_guest(user_id: int) -> None:
    """Sign in the guest just created with this id and commit; does nothing if somebody is already signed in."""
    if login_manager.current_user_id() is None:
        login_manager.start_session(db.session.get_one(User, user_id))
