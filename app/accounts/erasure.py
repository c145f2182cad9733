"""Erasure of a user: a deleted account, or a guest who signs out or will not return.

The row stays without personal data, because games of others refer to it. Other tables keep only the user's id and read
the name through `users`. Packages that store text by users erase it in functions registered in `erasure_hooks`, called
with the user's id inside the transaction. Shared content stays: the clues of a game, the name of a team with other
members, and the words of a deck used in a game.
"""

from collections.abc import Callable

from app.accounts import activity_log, blocks
from app.accounts.auth import session_store
from app.accounts.email import addresses
from app.accounts.models import User
from app.accounts.names import history
from app.accounts.second_factor import factors
from app.accounts.settings import away
from app.accounts.tokens import service as tokens
from app.db import db, now
from app.i18n.languages import DEFAULT_TIMEZONE

erasure_hooks: list[Callable[[int], None]] = []


def erase_user(user: User) -> None:
    """Erase a user's personal data, sessions, tokens, passkeys, log, blocks and addresses, and flush, without commit.

    The row remains, marked by `deleted_at` and called "someone". Calls all `erasure_hooks`.
    """
    addresses.lock_user(user)
    for erase in erasure_hooks:
        erase(user.id)
    session_store.delete_all_sessions(user.id)
    tokens.delete_for_user(user.id)
    factors.delete_for_user(user.id)
    activity_log.delete_for_user(user.id)
    history.delete_for_user(user.id)
    blocks.delete_for_user(user.id)
    away.clear_absence(user)
    addresses.erase_addresses(user)
    user.name, user.skeleton, user.password_hash = "someone", None, None
    user.timezone, user.seen_at, user.public = DEFAULT_TIMEZONE, None, False
    user.shares_answers = False
    user.suspended_until, user.admin = None, False
    user.epoch = User.epoch + 1
    user.deleted_at = now()
    db.session.flush()
