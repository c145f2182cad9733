"""Going for good: an account that is deleted, a guest who signs out or will not come back, leave no name behind.

The row stays, for the games that others keep, and says nothing of the person. What is kept elsewhere of people has
their id alone (people), but for what they wrote: those parts of the site erase it that keep it, by `erasers`, whose
functions are called with the person's id inside the transaction. What belongs to others too stays as they have it: the
clues of a game, the name of a team that has other members, and the words of a deck that a game was played with.
"""

from collections.abc import Callable

from app.accounts import addresses, away, blocks, earlier_names, events, sessions
from app.accounts.models import User
from app.db import db, now
from app.languages import NO_ZONE

erasers: list[Callable[[int], None]] = []


def leave(user: User) -> None:
    """Let a person go, without commit."""
    addresses.locked(user)
    for erase in erasers:
        erase(user.id)
    sessions.end_all(user.id)
    events.erase(user.id)
    earlier_names.erase(user.id)
    blocks.erase(user.id)
    away.forget(user)
    addresses.erase(user)
    user.name, user.skeleton, user.password_hash = "someone", None, None
    user.timezone, user.seen_at, user.public = NO_ZONE, None, False
    user.suspended_until, user.admin = None, False
    user.epoch = User.epoch + 1
    user.deleted_at = now()
    db.session.flush()
