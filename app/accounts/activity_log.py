"""The activity log of an account, shown to its owner only: sign-ins, failed attempts and changes.

An event keeps only what lets owners recognise their own browsers: browser family, system and coarse network. Events are
kept for RETENTION and are deleted with the account, so there is no event for a deletion. Attempts to sign in under an
unknown name are not recorded.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, text

from app.accounts.models import AccountEvent, User
from app.accounts.user_agents import current_client
from app.db import db, delete_in_batches
from app.i18n.languages import lazy_gettext

RETENTION: Final = timedelta(days=90)
DESCRIPTIONS: Final[Mapping[str, str]] = {  # by kind
    "signed-up": lazy_gettext("Account created."),
    "signed-in": lazy_gettext("Signed in."),
    "signed-in-by-link": lazy_gettext("Signed in with an e-mailed link."),
    "signed-in-by-passkey": lazy_gettext("Signed in with a passkey."),
    "second-step-asked": lazy_gettext("First step of signing in: right password or link."),
    "signed-in-by-code": lazy_gettext("Signed in with a code from the authenticator app."),
    "signed-in-by-recovery-code": lazy_gettext("Signed in with a recovery code."),
    "code-refused": lazy_gettext("Failed sign-in: right password or link, wrong code."),
    "passkey-refused": lazy_gettext("Failed sign-in: passkey refused."),
    "link-asked": lazy_gettext("Sign-in link requested."),
    "sign-in-failed": lazy_gettext("Failed sign-in: wrong password."),
    "signed-out": lazy_gettext("Signed out."),
    "session-ended": lazy_gettext("Another browser was signed out."),
    "sessions-ended": lazy_gettext("All other browsers were signed out."),
    "renamed": lazy_gettext("Name changed."),
    "password-refused": lazy_gettext("Wrong password entered on the account page."),
    "password-changed": lazy_gettext("Password changed."),
    "passkey-added": lazy_gettext("Passkey added."),
    "passkey-removed": lazy_gettext("Passkey removed."),
    "authenticator-on": lazy_gettext("Authenticator app turned on."),
    "authenticator-off": lazy_gettext("Authenticator app turned off."),
    "recovery-codes-made": lazy_gettext("New recovery codes made."),
    "factors-removed": lazy_gettext("Passkeys, authenticator app and recovery codes removed by the site’s host."),
    "reset-asked": lazy_gettext("Password reset link requested."),
    "reset-done": lazy_gettext("Password changed with an e-mailed link."),
    "email-asked": lazy_gettext("E-mail address change requested."),
    "email-withdrawn": lazy_gettext("E-mail address change cancelled."),
    "email-changed": lazy_gettext("New e-mail address confirmed and in use."),
    "email-removed": lazy_gettext("E-mail address removed."),
    "token-created": lazy_gettext("Token for the API created."),
    "token-revoked": lazy_gettext("Token for the API revoked."),
    "became-bot": lazy_gettext("Account turned into a bot."),
    "exported": lazy_gettext("Account data downloaded."),
}

# A repetition from the same client within an hour raises the count. Guests and unknown users have no rows.
INSERT_OR_COUNT = text("""
    WITH again AS (
        UPDATE account_events SET count = count + 1, at = now()
        WHERE id = (SELECT max(id) FROM account_events WHERE user_id = :user_id) AND at > now() - interval '1 hour'
            AND (kind, browser, network) = (:kind, :browser, :network)
        RETURNING id)
    INSERT INTO account_events (user_id, kind, browser, network)
    SELECT id, :kind, :browser, :network FROM users
    WHERE id = :user_id AND skeleton IS NOT NULL AND NOT EXISTS (SELECT FROM again)
""")


def record_event(kind: str, user_id: int | None) -> None:
    """Add an event of a `kind` from DESCRIPTIONS to a user's log, without commit.

    If the user's last event is of the same kind, from the same browser and network, and less than an hour old, that
    event's count is raised instead. Nothing is recorded for a guest or for None.
    """
    browser, network = current_client()
    db.session.flush()
    db.session.execute(INSERT_OR_COUNT, {"kind": kind, "user_id": user_id, "browser": browser, "network": network})


def record_failed_sign_in(user: User | None) -> None:
    """Record a failed sign-in in the account's log and commit; for None (no such account) only commit.

    The commit is asynchronous, so that the response time does not reveal whether the account exists.
    """
    db.session.execute(text("SET LOCAL synchronous_commit TO off"))
    record_event("sign-in-failed", user.id if user else None)
    db.session.commit()


def load_events(user_id: int, most: int, before: int | None = None) -> Sequence[AccountEvent]:
    """Return the newest `most` events of an account, newest first; with `before`, only those with a lower id."""
    query = select(AccountEvent).where(AccountEvent.user_id == user_id).order_by(AccountEvent.id.desc()).limit(most)
    return db.session.scalars(query.where(AccountEvent.id < before) if before else query).all()


def delete_for_user(user_id: int) -> None:
    """Delete all events of an account, without commit."""
    db.session.execute(delete(AccountEvent).where(AccountEvent.user_id == user_id))


def delete_before(before: datetime) -> int:
    """Delete the events older than a time and return their number; commits in batches."""
    return delete_in_batches(
        select(AccountEvent.id).where(AccountEvent.at < before).order_by(AccountEvent.at), AccountEvent.id
    )
