"""The clue in mails, pushes and at the bell: what all at the table see, and nothing of the key."""

import re

from sqlalchemy import select

from app.db import db
from app.notifications.models import Notice
from tests.games.tables import CLASSIC_KEY, CLUE, lay
from tests.notifications.turn_notices import HOUR, browser, later, said


def bell(who) -> str:
    """What the inbox says."""
    return re.sub(r"\s+", " ", who.get("/notices").text)


def test_the_bell_names_the_giver_and_the_clue(duet, ann, bob):
    assert "Ann:" not in bell(bob)
    duet.send("a", f"clue {CLUE} 2")
    assert f"Ann: {CLUE} 2. It is your turn to guess in your game with Ann." in bell(bob)
    duet.send("b", "guess 0")
    assert f"Ann: {CLUE} 2." in bell(bob)
    duet.send("b", "stop")
    assert CLUE not in bell(bob)


def test_so_does_a_push(app, context, duet, bob):
    browser(bob)
    duet.send("a", f"clue {CLUE} 2")
    later(app, HOUR)
    message = said(bob, "push")
    assert message.items[0].sentence.startswith(f"Ann: {CLUE} 2. It is your turn to guess")


def test_the_cards_that_a_clue_is_meant_for_stay_secret(duet, ann, bob):
    answer = ann.post(f"/games/{duet.code}/moves", move="clue", word=CLUE, number=2, seen=0, **{"for": ["1", "2"]})
    assert answer.status_code == 303
    assert f"Ann: {CLUE} 2. It is" in bell(bob)


def test_a_clue_that_is_asked_about_is_not_told(classic, cat, bob, dan):
    """V20: only the spymasters know of it."""
    classic.send("red-spymaster", f"ask {CLUE} 2")
    for person in (cat, bob, dan):
        assert CLUE not in bell(person)
    classic.send("blue-spymaster", "allow")
    assert f"Ann: {CLUE} 2. It is your turn to guess" in bell(bob)


def test_an_unlimited_clue(ann, bob, cat, dan):
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, house={"unlimited"})
    table.send("red-spymaster", f"clue {CLUE} inf")
    assert f"Ann: {CLUE} ∞." in bell(bob)


def test_nothing_of_it_is_stored(duet, context):
    duet.send("a", f"clue {CLUE} 2")
    stored = db.session.scalars(select(Notice)).all()
    assert stored
    assert not [notice for notice in stored if CLUE in str(notice.params)]
