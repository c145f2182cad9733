"""Burst limits: limits on actions too frequent for a database statement each time.

A worker process counts in memory and adds to the count in the database (rate_limits) one batch at a time, which also
tells it what other workers have counted. So most actions cost no statement, and each worker lets at most one batch too
many through.
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from flask import Flask, Response, current_app, request

from app.accounts import rate_limits
from app.accounts.auth.login_manager import current_user_id
from app.db import db
from app.http.client_address import network
from app.http.responses import error_page
from app.live import lru

MINUTE: Final = timedelta(minutes=1)
MAX_COUNTS: Final = 20_000  # counts that a worker keeps


@dataclass(frozen=True)
class BurstLimit:
    """A limit of `limit` actions a minute, counted in the database `batch` at a time; `name` begins the key."""

    name: str
    limit: int
    batch: int


ANY_POST: Final = BurstLimit("anything", 600, 60)  # every POST
MOVES: Final = BurstLimit("moves", 240, 24)
MARKS: Final = BurstLimit("marks", 240, 24)  # and dots
NOTES: Final = BurstLimit("notes", 120, 12)  # a notepad saves itself every 1.5 s
KUDOS: Final = BurstLimit("kudos", 60, 10)
ADVICE: Final = BurstLimit("advice", 120, 12)  # sent whenever somebody typing a clue pauses
TALK: Final = BurstLimit("talk", 60, 10)
PUZZLES: Final = BurstLimit("puzzles", 120, 12)  # touches of a puzzle
LOBBY: Final = BurstLimit("in-lobby", 120, 12)  # actions in a lobby
TEAM: Final = BurstLimit("in-team", 60, 10)  # actions on a team


@dataclass
class LocalCount:
    """One worker's count of the actions for a key; times are in seconds on its monotonic clock."""

    since: float
    unreported: int = 0
    refused_until: float = 0


@dataclass
class LocalCounts:
    """One worker's counts by key; beyond MAX_COUNTS, the least recently used one is dropped."""

    counts: OrderedDict[str, LocalCount] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def increment(self, key: str, batch: int, at: float) -> tuple[LocalCount, int]:
        """Count one action at time `at`; return the key's count and how many to add to the database now.

        That number is 0 until a `batch` is full. A count older than a minute starts again.
        """
        with self.lock:
            count = self.counts.setdefault(key, LocalCount(at))
            lru.mark_used(self.counts, key, MAX_COUNTS)
            if at - count.since > MINUTE.total_seconds():
                count.since, count.unreported = at, 0
            count.unreported += 1
            due = count.unreported if count.unreported >= batch else 0
            count.unreported -= due
            return count, due


def init_app(app: Flask) -> None:
    """Create this process's counts, and apply ANY_POST to every POST."""
    app.extensions["pace"] = LocalCounts()
    app.before_request(_limit_posts)


def enforce(burst: BurstLimit) -> None:
    """Count one action of the signed-in user, or of a visitor's network; raise RateLimited beyond the limit.

    It commits whenever a batch is full, so call it before changing anything.
    """
    key, at = f"{burst.name} {current_user_id() or network(request.remote_addr)}", time.monotonic()
    counts: LocalCounts = current_app.extensions["pace"]
    count, due = counts.increment(key, burst.batch, at)
    if at < count.refused_until:
        raise rate_limits.RateLimited(timedelta(seconds=count.refused_until - at))
    if due:
        total, wait = rate_limits.add_attempts(key, due, burst.limit, MINUTE)
        db.session.commit()
        if total >= burst.limit:
            count.refused_until = at + wait.total_seconds()
        if total > burst.limit:
            raise rate_limits.RateLimited(wait)


def _limit_posts() -> Response | None:
    """Apply ANY_POST; return a 429 error page if it is exceeded, which costs less than rendering the form's page."""
    if request.method == "POST":
        try:
            enforce(ANY_POST)
        except rate_limits.RateLimited as refusal:
            return error_page(refusal.status, refusal.sentence)
    return None
