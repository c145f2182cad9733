"""How fast one may go on: limits on what is done too often for a statement each time.

A worker counts in memory, and adds to the count in the database (limits) a share at a time, by which it also learns
what the others have seen. So a lively table costs no statement, and each worker lets through a share more at most.
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
MOST: Final = 20_000  # people that a worker remembers


@dataclass(frozen=True)
class Pace:
    """So many times a minute; `share` are told to the database at once."""

    name: str
    limit: int
    share: int


ANYTHING: Final = Pace("anything", 600, 60)  # every form that is sent, whatever it is
MOVES: Final = Pace("moves", 240, 24)
MARKS: Final = Pace("marks", 240, 24)  # and dots
NOTES: Final = Pace("notes", 120, 12)  # a pad saves itself every second and a half
KUDOS: Final = Pace("kudos", 60, 10)
ADVICE: Final = Pace("advice", 120, 12)  # a clue that is being typed is looked at whenever its giver pauses
TALK: Final = Pace("talk", 60, 10)
LOBBY: Final = Pace("in-lobby", 120, 12)  # what people do in one
TEAM: Final = Pace("in-team", 60, 10)  # what people do with one


@dataclass
class Count:
    """What one worker knows of one person's pace, in seconds of its clock."""

    since: float
    untold: int = 0
    refused_until: float = 0


@dataclass
class Counts:
    """What one worker has counted, by key; whoever did nothing for longest is forgotten first."""

    counts: OrderedDict[str, Count] = field(default_factory=OrderedDict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def one_more(self, key: str, share: int, at: float) -> tuple[Count, int]:
        """Count once more; return how many are to be told to the database now."""
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
    """Let each process count, and count every form that comes in."""
    app.extensions["pace"] = Counts()
    app.before_request(_count_form)


def keep(pace: Pace) -> None:
    """Count once what whoever asks does, or raise TooMany. Commits now and then: call it before any change."""
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
