"""Burst limits: limits on actions too frequent for a database statement each time.

A worker counts in memory and adds to the database count (rate_limits) one batch at a time, which also tells it what
other workers have counted. A busy table costs no statement, and each worker lets at most one extra batch through.
"""

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from flask import Flask, current_app, request

from app.accounts import limits
from app.accounts.session import reader
from app.clients import network
from app.db import db

MINUTE: Final = timedelta(minutes=1)
MOST: Final = 20_000  # counts that a worker keeps


@dataclass(frozen=True)
class Pace:
    """A limit per minute; `batch` attempts are added to the database at once."""

    name: str
    limit: int
    share: int


ANYTHING: Final = Pace("anything", 600, 60)  # every POST
MOVES: Final = Pace("moves", 240, 24)
MARKS: Final = Pace("marks", 240, 24)  # and dots
NOTES: Final = Pace("notes", 120, 12)  # a notepad saves itself every 1.5 s
KUDOS: Final = Pace("kudos", 60, 10)
ADVICE: Final = Pace("advice", 120, 12)  # sent whenever somebody typing a clue pauses
TALK: Final = Pace("talk", 60, 10)
LOBBY: Final = Pace("in-lobby", 120, 12)  # actions in a lobby
TEAM: Final = Pace("in-team", 60, 10)  # actions on a team


@dataclass
class Count:
    """One worker's count for a key; times are on its monotonic clock, in seconds."""

    since: float
    untold: int = 0
    refused_until: float = 0


@dataclass
class Counts:
    """All counts of one worker by key; the least recently used is dropped first."""

    counts: OrderedDict[str, Count] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def one_more(self, key: str, share: int, at: float) -> tuple[Count, int]:
        """Count one attempt; return the key's count and how many attempts to add to the database now."""
        with self.lock:
            count = self.counts.setdefault(key, Count(at))
            self.counts.move_to_end(key)
            if len(self.counts) > MOST:
                self.counts.popitem(last=False)
            if at - count.since > MINUTE.total_seconds():
                count.since, count.untold = at, 0
            count.untold += 1
            due = count.untold if count.untold >= share else 0
            count.untold -= due
            return count, due


def init_app(app: Flask) -> None:
    """Create the process's counts, and limit every POST."""
    app.extensions["pace"] = Counts()
    app.before_request(_count_form)


def keep(pace: Pace) -> None:
    """Count one attempt by the current user or network, or raise RateLimited.

    It commits now and then: call it before any change.
    """
    key, at = f"{pace.name} {reader() or network(request.remote_addr)}", time.monotonic()
    counts: Counts = current_app.extensions["pace"]
    count, due = counts.one_more(key, pace.share, at)
    if at < count.refused_until:
        raise limits.TooMany(timedelta(seconds=count.refused_until - at))
    if due:
        total, wait = limits.add(key, due, pace.limit, MINUTE)
        db.session.commit()
        if total >= pace.limit:
            count.refused_until = at + wait.total_seconds()
        if total > pace.limit:
            raise limits.TooMany(wait)


def _count_form() -> None:
    if request.method == "POST":
        keep(ANYTHING)
