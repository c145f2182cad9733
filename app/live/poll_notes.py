"""What the site notes about a poll that it answers, so that the long-poll middleware can answer the next ones."""

from dataclasses import dataclass
from typing import Any, NamedTuple

ENVIRON_KEY = "dead_drop.poll_note"  # in the WSGI environ


class Identity(NamedTuple):
    """Who a cookie belongs to, for as long as the last of `topics` has this `version`.

    The topics are those of the user's notices and of the user's own data, which signing out changes. `user` is the
    user as Flask-Login has loaded them.
    """

    user_id: int
    topics: tuple[str, ...]
    version: int
    language: str
    timezone: str
    user: Any


@dataclass
class PollNote:
    """Who polled, by a request whose answer others may get too; None if it may not."""

    identity: Identity | None = None
