"""What the site notes about a poll that it answers, so that the long-poll middleware can answer the next ones."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

ENVIRON_KEY = "dead_drop.poll_note"  # in the WSGI environ


class Identity(NamedTuple):
    """Who a cookie belongs to, for as long as the last of `topics` has this `version`.

    The topics are those of the user's notices and of the user's own data, which signing out changes.
    """

    user_id: int
    topics: tuple[str, ...]
    version: int
    language: str
    timezone: str


@dataclass
class PollNote:
    """Who polled, and the key of the answer: equal keys are answered with equal bytes. None without such a key."""

    identity: Identity | None = None
    key: Hashable = None
