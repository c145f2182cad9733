"""The worker's hourly cleanup. Each function commits, and returns how many rows it changed or deleted."""

from datetime import timedelta

from app.accounts import activity_log, guest_cleanup, rate_limits
from app.accounts.auth import login_manager, session_store
from app.accounts.names import history
from app.accounts.second_factor import authenticator
from app.accounts.tokens import service as tokens
from app.db import now
from app.delivery import retention
from app.games.postgame import shared_notes
from app.lobbies import expiry
from app.moderation.reports import reporting
from app.notifications import cleanup
from app.puzzles import erasure as puzzles

RETENTION = timedelta(days=30)  # how long notices and deliveries are kept


def expire_lobbies() -> int:
    """Notify the members of lobbies that expire within a day, and close expired lobbies; return how many of both."""
    return expiry.warn_before_expiry() + expiry.close_expired()


def clean_up_accounts() -> int:
    """Erase guests and puzzles of visitors whose cookies have expired, and notification data of deleted accounts.

    Returns how many.
    """
    expired = now() - login_manager.COOKIE_LIFETIME
    return (
        guest_cleanup.erase_inactive_guests(expired)
        + puzzles.delete_of_visitors(expired)
        + cleanup.delete_data_of_deleted_users()
    )


def delete_old_records() -> int:
    """Delete old notices, deliveries and reports, and unshared notes of games that ended long ago; return how many."""
    told = cleanup.delete_old_notices(now() - RETENTION) + retention.delete_old_deliveries(now() - RETENTION)
    return told + shared_notes.delete_unshared(now() - RETENTION) + reporting.delete_old_reports()


def delete_old_login_data() -> int:
    """Delete old rate limits, activity log entries and former names, expired sessions and tokens; return how many.

    Secrets that an older SECRET_KEY had encrypted are encrypted anew.
    """
    tries, happened = (
        rate_limits.delete_before(now() - rate_limits.DAY),
        activity_log.delete_before(now() - activity_log.RETENTION),
    )
    names = history.delete_before(now() - activity_log.RETENTION)
    ended = tokens.delete_expired(now()) + session_store.delete_before(now() - login_manager.COOKIE_LIFETIME)
    return tries + happened + names + ended + authenticator.renew_encryption()
