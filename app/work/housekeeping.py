"""What the worker clears away once an hour; each function returns how many rows it changed."""

from datetime import timedelta

from app.accounts import cleaning, earlier_names, events, limits, session, sessions
from app.db import now
from app.games import thoughts
from app.lobbies import ending
from app.moderation import reporting
from app.notifications import tidying
from app.post import forgetting

KEPT = timedelta(days=30)  # what was told to whom, and what became of it


def lobbies() -> int:
    """Warn those in lobbies that end within a day, and end those whose week is over."""
    return ending.warn() + ending.close()


def people() -> int:
    """Let guests go who cannot come back, and clear away what deleted accounts have left."""
    return cleaning.release(now() - session.LASTS) + tidying.tidy_deleted()


def past() -> int:
    """Forget old notices, deliveries and reports, and what people thought in games long over and do not show."""
    told = tidying.forget(now() - KEPT) + forgetting.forget(now() - KEPT)
    return told + thoughts.forget(now() - KEPT) + reporting.forget()


def doors() -> int:
    """Forget tries, sessions to which no cookie leads any more, what happened long ago, and names given up."""
    tries, happened = limits.forget_past(now() - limits.DAY), events.forget(now() - events.LASTS)
    names = earlier_names.forget(now() - events.LASTS)
    return tries + happened + names + sessions.forget(now() - session.LASTS)
