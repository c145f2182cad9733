"""POST /account/export: all that is kept about a person, nothing of others, and nothing that their seat may not see."""

import json
import re

import pytest

from app.accounts.settings import data_export
from app.db import db
from app.games.store.models import ChatMessage, Move, Note
from tests.accounts.people import registered, row, seated
from tests.accounts.settings.full_account import ADDRESS, NAME, NEW_ADDRESS, create_full_account
from tests.games.tables import CLUE, DUET_KEYS, lay
from tests.notifications.turn_notices import statements


def taken(person):
    """What somebody's file says."""
    answer = person.post("/account/export")
    assert answer.status_code == 200
    return json.loads(answer.text)


def without_time(told):
    return {name: value for name, value in told.items() if name not in {"made", "events"}}


def fields(value):
    """The names of all fields, however deep."""
    if isinstance(value, dict):
        return {name for name in value if not name.isdigit()}.union(*map(fields, value.values()))
    return set().union(*map(fields, value)) if isinstance(value, list) else set()


@pytest.fixture
def account(app, mailbox, bob, zed):
    return create_full_account(app, bob, zed)


def test_it_holds_everything_and_is_a_file(app, account):
    answer = account.me.post("/account/export")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="dead-drop-data.json"'
    assert answer.headers["Cache-Control"] == "no-store"
    told = json.loads(answer.text)
    own = told["account"]
    assert (own["name"], own["email"], own["new_email"]) == (NAME, ADDRESS, NEW_ADDRESS)
    assert {"sign-in-failed", "reset-asked", "renamed"} <= {event["kind"] for event in told["events"]}
    assert told["told"]["browsers"][0]["service"] == "push.example.org"
    assert told["told"]["muted"] == ["game:quuxilla"]
    assert told["told"]["notices"][0]["place"] == "game:abcdefgh"
    assert {team["name"] for team in told["teams"]} == {"Quuxilla alone", "Friends"}
    assert {deck["versions"][0]["name"] for deck in told["decks"]} == {"Quuxilla's unused", "Quuxilla's used"}
    assert told["lobbies"][0]["host"] is True
    assert [(key["name"], key["seen"]) for key in told["passkeys"]] == [("Quuxilla's phone", None)]
    assert told["second_factor"]["codes"] == 10
    assert told["second_factor"]["app"].startswith("20")
    assert told["puzzles"][0]["moves"] == ["guess 3"]
    assert {delivery["kind"] for delivery in told["deliveries"]} >= {"reset-password", "agree-email"}
    games = {game["code"]: game for game in told["games"]}
    running, over = games[account.running.code], games[account.over.code]
    assert [move["move"] for move in running["moves"]] == [f"clue {CLUE} 2"]
    assert (running["deal"], running["cards"], running["note"]) == (None, None, "Quuxilla thinks so")
    assert (over["reason"], len(over["cards"])) == ("forfeit", 25)
    assert over["talk"][0]["line"] == "Quuxilla says so"
    with app.app_context():
        assert over["deal"] == account.over.game.deal
    assert over["kudos"] == []
    assert games[account.replaced.code]["left"]
    for game in told["games"]:
        game["deal"] = None  # whose fields are those of the rules
    assert fields(told) == set(re.findall(r'"(\w+)"', data_export.__doc__)), "the description of the format"


def test_it_holds_no_secret_and_nobody_else(app, account, bob):
    bob.post(f"/games/{account.running.code}/talk", text="between us")
    text = account.me.post("/account/export").text
    assert [word for word in ("secret", "a key", "argon2", "Bob", "Zed", "between us") if word in text] == []
    assert "hooks.quuxilla.example" in text
    with app.app_context():
        for secret in (row(app, NAME).password_hash, row(app, "Bob").email):
            assert secret not in text


def test_of_a_running_game_it_does_not_depend_on_the_key(app, ann, bob):
    """Non-interference, over the file: the deal may be any other."""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.must("a", f"clue {CLUE} 2 for 0,1")
    before = [without_time(taken(who)) for who in (ann, bob)]
    deal = table.game.deal
    table.change(deal={**deal, "keys": {side: key[::-1] for side, key in deal["keys"].items()}}, words=["x"] * 25)
    assert [without_time(taken(who)) for who in (ann, bob)] == before
    assert "for 0,1" in repr(before[0])
    assert "for 0,1" not in repr(before[1])


def test_it_takes_as_many_statements_for_many_games_as_for_one(app, ann, bob):
    counts = []
    for games in (1, 6):
        for _ in range(games):
            table = lay("duet", {"a": ann, "b": bob})
            with app.app_context():
                game = table.game.id
                db.session.add(Move(game, 1, "a", f"clue {CLUE} 2", ann.user.id))
                db.session.add(ChatMessage(game, "a", ann.user.id, "hello"))
                db.session.add(Note(game, ann.user.id, "a note"))
                db.session.commit()
        with app.app_context(), statements() as sent:
            assert len(taken(ann)["games"]) >= games
        counts.append(len(sent))
    assert counts[0] == counts[1] <= 30


def test_a_guest_has_one_too(app):
    told = taken(seated(app, "Gus"))
    assert (told["account"]["name"], told["account"]["guest"]) == ("Gus", True)


def test_it_is_kept_that_somebody_asked_and_they_ask_six_times_an_hour(app):
    ann = registered(app, "Ann")
    for _ in range(6):
        taken(ann)
    answer = ann.post("/account/export")
    assert answer.status_code == 429
    assert "Too many tries. Try again in 60 minutes." in answer.text
    assert "Account data downloaded." in answer.text
    assert ann.get("/account/export").status_code == 405
