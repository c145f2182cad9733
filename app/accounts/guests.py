"""Coming in with nothing but a name, from whatever page asks for one."""

from flask import request

from app.accounts import limits, session
from app.accounts.models import User
from app.db import db


def expect() -> None:
    """Count a guest who is about to come, unless somebody is signed in; raise TooMany. It commits: call it first."""
    if session.reader() is None:
        limits.guest(request.remote_addr)


def welcome(user_id: int) -> None:
    """Sign a fresh guest in; who is signed in already stays so."""
    if session.reader() is None:
        session.begin(db.session.get_one(User, user_id))
