"""Somebody of whom the site keeps all that it can keep of anybody, under a name that is found wherever it stands."""

import re
from dataclasses import dataclass
from datetime import timedelta

from flask import Flask

from app.accounts.models import User
from app.db import db
from app.delivery.models import PushSubscription
from app.moderation.sanctions import enforcement
from app.notifications import muting, notices
from app.notifications.reminders import dispatch
from app.notifications.settings import preferences
from tests.accounts.email.mailbox import confirmed, save
from tests.accounts.passkeys.using import added
from tests.accounts.people import PASSWORD, new_browser, registered, row
from tests.accounts.second_factor.stepping import turned_on
from tests.clock import pass_time
from tests.custom_decks.deck_words import made, numbered
from tests.games.clock.clocked_games import OWN, do, duet_at, stall
from tests.games.tables import CLUE, LOSING, Table, lay
from tests.notifications.turn_notices import writes_to
from tests.visitor import Visitor

WORD = "quuxilla"  # stands in all that the person is called, or writes
NAME = "Quuxilla Quux"
ADDRESS, NEW_ADDRESS = "me@quuxilla.example", "new@quuxilla.example"
ENDPOINT = "https://push.example.org/quuxilla"
WEBHOOK = "https://hooks.quuxilla.example/secret-path"


@dataclass
class FullAccount:
    """The person, the tables they are at, the deck that is played with, and a team of theirs with a friend in it."""

    me: Visitor
    running: Table
    over: Table
    replaced: Table
    deck: str
    team: str


def create_full_account(app: Flask, bob: Visitor, zed: Visitor) -> FullAccount:
    """Let somebody do all that there is to be done, with Bob, and with Zed as a substitute."""
    me = registered(app, "Quuxilla before", email=ADDRESS)
    confirmed(app, "Quuxilla before", ADDRESS)
    me.post("/account/name", name=NAME)
    me.name, me.user = NAME, row(app, NAME)
    save(me, NEW_ADDRESS)
    assert me.post("/account/tokens", name="Quuxilla's bot", scopes="read", days=30).status_code == 200
    added(me, "Quuxilla's phone")
    turned_on(me)
    assert me.post("/puzzle/en/2026-11-02/moves", move="guess 3", seen=1).status_code == 303
    _reached(app, me, bob)
    replaced = _replaced(bob, me, zed)
    over = lay("duet", {"a": me, "b": bob}, clock=OWN)
    over.must(*LOSING[0])
    _write(me, over)
    over.must("b", "resign")
    deck = _decks(me)
    running = _waiting(app, me, bob, f"{deck}.1")
    _write(me, running)
    team = _teams(me, bob)
    _knock(app)
    _order(app, me, bob, running)
    return FullAccount(me, running, over, replaced, deck, team)


def _reached(app: Flask, me: Visitor, bob: Visitor) -> None:
    assert me.user
    with app.app_context():
        writes_to(bob)
        preferences.save_preference(me.user.id, webhook=WEBHOOK)
        db.session.add(PushSubscription(me.user.id, ENDPOINT, "a key", "an auth secret", "Firefox"))
        muting.mute(me.user.id, "game:quuxilla")
        params = {"variant": "duet", "city": None}
        notices.create_news([me.user.id], "game:abcdefgh", "over", "/games/abcdefgh", params)
        db.session.commit()


def _replaced(bob: Visitor, me: Visitor, zed: Visitor) -> Table:
    """A table at which somebody took the seat."""
    table = stall(duet_at(OWN, bob, me))
    do(table, bob, "substitute", seat="b")
    assert zed.post(f"/substitutes/{table.game.substitute}").status_code == 303
    return table


def _write(me: Visitor, table: Table) -> None:
    for what, fields in (
        ("talk", {"text": "Quuxilla says so"}),
        ("notes", {"note": "Quuxilla thinks so"}),
        ("dots", {"card": 20, "colour": "teal"}),
        ("marks", {"card": 20}),
    ):
        me.post(f"/games/{table.code}/{what}", **fields)


def _decks(me: Visitor) -> str:
    """A deck that nobody plays with, and one that a lobby of theirs is open with."""
    made(me, ["quuxilla", *numbered(60)], name="Quuxilla's unused")
    used = made(me, numbered(60), name="Quuxilla's used")
    assert me.post("/lobbies", variant="duet", deck=used).status_code == 303
    return used


def _waiting(app: Flask, me: Visitor, bob: Visitor, deck: str) -> Table:
    """A game in which Bob is awaited, was nudged and is asked for another clock, of which mails wait for him."""
    table = lay("duet", {"a": me, "b": bob}, clock=OWN, deck=deck)
    table.must("a", f"clue {CLUE} 2")
    pass_time(app, timedelta(hours=2))
    assert do(table, me, "nudges").status_code == 303
    assert do(table, me, "clock", clock="own 86400").status_code == 303
    with app.app_context():
        dispatch.send_due_reminders()
    return table


def _teams(me: Visitor, bob: Visitor) -> str:
    me.post("/teams", name="Quuxilla alone")
    answer = me.post("/teams", name="Friends", members=bob.name)
    (path,) = re.findall(r'href="(/invitations/[^"]+)"', bob.get("/notices").text)
    assert bob.post(path).status_code == 303
    return answer.location.rpartition("/")[2]


def _order(app: Flask, me: Visitor, bob: Visitor, table: Table) -> None:
    """Report somebody, and be warned."""
    assert me.user
    assert bob.user
    said = {"about": "conduct", "kind": "abuse", "words": "Quuxilla is annoyed"}
    assert me.post("/reports", game=table.code, user=bob.user.id, **said).status_code == 303
    with app.app_context():
        enforcement.warn(bob.user.id, db.session.get_one(User, me.user.id), "Mind what you say.")
        db.session.commit()


def _knock(app: Flask) -> None:
    """Try the name at the doors, right and wrong."""
    for name in (NAME, "Quuxilla Nemo"):
        new_browser(app).post("/login", name=name, password="a wrong one")
    for who in (NAME, ADDRESS, "nobody@quuxilla.example"):
        new_browser(app).post("/password", who=who)
    other = new_browser(app)
    assert other.post("/login", name=NAME, password=PASSWORD).status_code == 303
