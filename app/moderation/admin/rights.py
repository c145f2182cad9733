"""Admin rights, granted and revoked only on the command line of the server."""

from collections.abc import Sequence

from sqlalchemy import select

from app.accounts.auth import session_store
from app.accounts.models import User
from app.accounts.names.confusables import skeleton
from app.accounts.second_factor import factors
from app.db import db
from app.moderation.admin import audit_log
from app.refusals import Refusal


def grant_admin(name: str) -> User:
    """Make the account with this name an admin and return it; raise Refusal if there is none. Commits.

    A change is entered in the audit log.
    """
    return _set_admin(name, True, "granted")


def revoke_admin(name: str) -> User:
    """Take the admin rights from the account with this name and return it; raise Refusal if there is none. Commits.

    A change is entered in the audit log.
    """
    return _set_admin(name, False, "revoked")


def remove_factors(name: str) -> User:
    """Remove passkeys, authenticator app and recovery codes of the account with this name, for who is locked out.

    Ends all sessions, tells the owner, and is entered in the audit log. Commits. Returns the account; raises Refusal if
    there is none.
    """
    user = _lock_account(name)
    if factors.delete_for_user(user.id):
        session_store.delete_all_sessions(user.id)
        user.epoch = User.epoch + 1
        factors.announce(user, "factors-removed")
        audit_log.add_entry(None, "factors-removed", user.id)
    db.session.commit()
    return user


def load_admins() -> Sequence[User]:
    """Return all admins, sorted by name."""
    return db.session.scalars(select(User).where(User.admin).order_by(User.name, User.id)).all()


def _set_admin(name: str, admin: bool, action: str) -> User:
    user = _lock_account(name)
    if user.admin != admin:
        user.admin = admin
        audit_log.add_entry(None, action, user.id)
    db.session.commit()
    return user


def _lock_account(name: str) -> User:
    user: User | None = db.session.scalar(select(User).where(User.skeleton == skeleton(name)).with_for_update())
    if user is None:
        raise Refusal(f"There is no account called {name}.")
    return user
