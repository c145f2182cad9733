"""A whole Duet at its own pace over nine days: two people, one away for three, missed deadlines, and a substitute.

Everything is real: the site's pages, the steps of its worker, an SMTP server, a push service that decrypts. Time alone
is let pass, an hour at a step, or a quarter where something is due. At the end stands the ledger of all that was sent.
"""

import math
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from sqlalchemy import func, select

from app.accounts.models import User
from app.accounts.settings import away
from app.db import db, now
from app.delivery import deliverer
from app.delivery.models import Delivery
from app.games.store.models import Game
from app.games.table import deadlines
from app.notifications.models import Notice, Preference
from app.notifications.reminders import dispatch
from app.notifications.reminders.delivery_log import LogEntry, load_delivery_log
from tests.clock import pass_time
from tests.delivery.browser import Browser
from tests.delivery.conftest import mailbox, new_mailbox, private, server  # noqa: F401
from tests.games.tables import CLUE, DUET_KEYS, Table, lay

QUARTER = 0.25  # of an hour: the shortest step
CALLED = [  # when, who, for what, over which channels; told beforehand from the rules, not from a run
    ("day 0, 00:15", "Bob", "turn", "mail push"),  # Ann opened at once; Bob had five minutes
    ("day 0, 01:15", "Ann", "turn", "mail"),
    ("day 0, 03:15", "Bob", "turn", "mail push"),
    ("day 0, 21:00", "Bob", "reminder", "mail push"),  # three quarters of a day
    # At 22:00 it is Ann's turn; she writes to her side at once, and nobody calls who knows.
    ("day 0, 23:15", "Bob", "turn", "mail push"),
    # Bob is away for three days from day 1, 00:00: his day ends on day 4, 23:00, and three quarters of it all are over
    ("day 3, 23:00", "Bob", "reminder", "mail push"),
    ("day 4, 04:15", "Ann", "turn", "mail"),
    ("day 4, 22:00", "Ann", "reminder", "mail"),
    ("day 5, 03:00", "Ann", "last", "mail"),
    # On day 5, 04:00 she has missed her guesses, and owes a clue: she was told that it is her turn, and is reminded.
    ("day 5, 22:00", "Ann", "reminder", "mail"),
    ("day 6, 03:00", "Ann", "last", "mail"),
    ("day 6, 04:15", "Bob", "turn", "mail push"),
    ("day 6, 06:15", "Ann", "turn", "mail"),
    ("day 6, 16:15", "Ann", "nudge", "mail"),  # Bob had asked her at 16:00
    ("day 7, 00:00", "Ann", "reminder", "mail"),
    ("day 7, 05:00", "Ann", "last", "mail"),
    ("day 7, 06:00", "Bob", "news", "mail push"),  # the third phase in a row: the table is offered a choice
    ("day 7, 12:15", "Ann", "news", "mail"),  # Cat has her seat
    ("day 7, 12:30", "Cat", "turn", "webhook"),
    ("day 7, 14:15", "Bob", "turn", "mail push"),
    ("day 7, 16:15", "Cat", "turn", "webhook"),
    ("day 8, 10:00", "Cat", "reminder", "webhook"),
    ("day 8, 12:15", "Bob", "news", "mail push"),  # won
]


@dataclass
class Story:
    """A game as it goes on: `hour` is how long it has run, `acts` when each seat last did something."""

    table: Table
    hour: float = 0.0
    acts: dict[str, float] = field(default_factory=dict)
    waits: dict[str, float] = field(default_factory=dict)  # since when each seat has been awaited
    sent: int = 0

    def until(self, hour: float) -> None:
        """Let time pass, with the worker at its work."""
        while self.hour < hour:
            by = min(hour - self.hour, 1, max(QUARTER, QUARTER * math.ceil(self.rest() / QUARTER)))
            pass_time(self.table.app, timedelta(hours=by))
            self.hour += by
            self.work()

    def rest(self) -> float:
        """Return how many hours it is until the worker has something to do."""
        dues = (func.min(Notice.due_at), func.min(Delivery.due_at), func.min(Game.deadline))
        with self.table.app.app_context():
            rows = [
                db.session.scalar(select(dues[0]).where(Notice.closed_at.is_(None))),
                db.session.scalar(select(dues[1]).where(Delivery.ended_at.is_(None))),
                db.session.scalar(select(dues[2])),
            ]
            return min((due - now()).total_seconds() / 3600 for due in rows if due) if any(rows) else 1

    def work(self) -> None:
        """Do what the worker does; nobody may be called to a turn who has acted since it came."""
        with self.table.app.app_context():
            deadlines.sweep()
            self.look()
            dispatch.send_due_reminders()
            deliverer.deliver_due()
            entries = [entry for entry in load_delivery_log() if entry.state == "done"]
        for entry in entries[self.sent :]:
            self.check(entry)
        self.sent = len(entries)

    def look(self) -> None:
        """Note who has been awaited since when."""
        turn = self.table.game.turn
        self.waits = {seat: self.waits.get(seat, self.hour) for seat in turn}

    def check(self, entry: LogEntry) -> None:
        """Hold a call against who is awaited now."""
        if entry.call != "news":
            seat = next(seat for seat, who in self.table.people.items() if who.user.id == entry.user_id)
            assert seat in self.waits, entry
            assert self.acts.get(seat, -1) <= self.waits[seat], f"{entry}: called although they had acted"

    def play(self, hour: float, seat: str, *moves: str) -> None:
        """Let a seat play at an hour."""
        self.until(hour)
        self.table.must(seat, *moves)
        self.did(seat)

    def did(self, seat: str) -> None:
        """Note an act; whoever is still awaited after it begins another wait."""
        self.acts[seat] = self.hour
        self.waits.pop(seat, None)
        self.look()


@pytest.fixture
def story(app, ann, bob, cat, mailbox, server):  # noqa: F811
    """The table, with people whom messages reach."""
    with app.app_context():
        for person in (ann, bob):
            db.session.get_one(User, person.user.id).email = f"{person.name.lower()}@example.org"
        db.session.add(Preference(cat.user.id, mail=False, webhook=server.url("/hook")))
        db.session.commit()
    deal = {"keys": DUET_KEYS}
    return Story(lay("duet", {"a": ann, "b": bob}, deal, clock="own 86400", tokens=11, mistakes=11))


def be_away(app, user_id: int, days: int) -> None:
    """Be away from this hour on, for so many days to the hour."""
    with app.app_context():
        user = db.session.get_one(User, user_id)
        user.away_from, user.away_until = now(), now() + timedelta(days=days)
        for told in away.change_hooks:
            told(user_id)
        db.session.commit()


def tell(story: Story, people: dict[int, str]) -> list[tuple[str, str, str, str]]:
    """Return the ledger: when, who, for what, and over which channels it was done."""
    lines: dict[tuple[str, str, str], set[str]] = {}
    with story.table.app.app_context():
        for entry in load_delivery_log():
            assert entry.state == "done", entry
            hour = story.hour - (now() - entry.at).total_seconds() / 3600
            quarter = round(hour * 4)  # a message ends within seconds of the step that sent it
            when = f"day {quarter // 96}, {quarter % 96 // 4:02}:{quarter % 4 * 15:02}"
            channels = lines.setdefault((when, people[entry.user_id], entry.call), set())
            assert entry.channel not in channels, "twice"
            channels.add(entry.channel)
    return [(*line, " ".join(sorted(channels))) for line, channels in lines.items()]


def test_nine_days(app, ann, bob, cat, story, mailbox, server, capsys):  # noqa: F811
    """T1, T3, T4, L2: nobody is forgotten, told twice, or told of what they have done."""
    phone, table = Browser(), story.table
    phone.subscribe(app, server.url("/phone"), bob.user.id)
    story.play(0, "a", f"clue {CLUE} 3")
    story.play(1, "b", "guess 0", "guess 1", "stop", f"clue {CLUE} 2")
    story.play(3, "a", "guess 9", "stop", f"clue {CLUE} 1")
    story.play(22, "b", "guess 2", "stop", f"clue {CLUE} 1")
    assert ann.post(f"/games/{table.code}/talk", text="Back in an hour.").status_code == 303
    story.did("a")
    story.play(23, "a", "guess 10", "stop", f"clue {CLUE} 1")
    story.until(24)
    be_away(app, bob.user.id, 3)
    story.play(4 * 24 + 4, "b", "guess 3", "stop", f"clue {CLUE} 5")
    story.until(6 * 24 + 4)
    assert table.moves[-2:] == ["timeout", "timeout"]
    story.play(6 * 24 + 6, "b", f"clue {CLUE} 5")
    story.until(6 * 24 + 16)
    assert bob.post(f"/games/{table.code}/nudges").status_code == 303
    story.until(7 * 24 + 7)
    assert table.game.stalled_at is not None
    assert bob.post(f"/games/{table.code}/substitute", seat="a").status_code == 303
    story.until(7 * 24 + 12)
    assert cat.post(f"/substitutes/{table.game.substitute}").status_code == 303
    table.people["a"] = cat
    story.did("a")
    story.play(7 * 24 + 14, "a", "guess 11", "stop", f"clue {CLUE} 5")
    story.play(7 * 24 + 16, "b", *(f"guess {card}" for card in range(4, 9)), f"clue {CLUE} 3")
    story.play(8 * 24 + 12, "a", "guess 12", "guess 13", "guess 14")
    story.until(9 * 24)
    assert (table.game.winner, table.game.reason) == ("team", "agents")

    told = tell(story, {who.user.id: who.name for who in (ann, bob, cat)})
    with capsys.disabled():
        print("\nThe ledger of nine days:")  # noqa: T201
        print(*(f"  {when}  {who}  {call:8}  {by}" for when, who, call, by in told), sep="\n")  # noqa: T201
    assert told == CALLED
    arrived = Counter(
        {"mail": len(mailbox.mails)}
        | Counter("push" if "phone" in each.path else "webhook" for each in server.requests)
    )
    assert arrived == Counter(channel for *_, by in told for channel in by.split())
    for each in server.requests:
        assert "phone" not in each.path or phone.shown(each)["title"]
    for mail in mailbox.mails:
        assert f"/games/{table.code}" in mail.message.get_body(("plain",)).get_content()
