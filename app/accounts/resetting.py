"""A forgotten password: a mail to the confirmed address leads to a page for a new one."""

from app.accounts import asking, events, limits, links, own, passwords
from app.accounts.models import User
from app.db import db


def ask(typed: str, address: str | None) -> None:
    """Send a link to each account of this name or e-mail address, if there is one with a confirmed address.

    Whether or not there is one, the answer and the work are the same. Raises TooMany.
    """
    limits.reset(address)
    asking.send("reset", "reset-password", "reset-asked", typed)


def change(token: str, password: str) -> User:
    """Give the account of a link another password and sign out every session; raise Dead, BadPassword or TooMany."""
    user = links.opened(links.RESET, token)
    limits.renewal(user.id)
    password_hash = passwords.hash_of(password, user.name)
    user = links.opened(links.RESET, token, lock=True)
    own.take_password(user, password_hash)
    events.note("reset-done", user.id)
    db.session.commit()
    return user
