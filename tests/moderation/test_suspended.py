"""Who is suspended reads why, takes their data along and deletes the account; nothing else; nobody waits."""

from datetime import timedelta

import pytest

from app.accounts import erasure
from app.accounts.models import User
from app.db import db
from app.games.table.loading import load_game
from app.live import tags, topic_versions
from app.moderation.models import Sanction
from app.moderation.sanctions import enforcement
from app.notifications.reminders import channels
from tests.accounts.email.mailbox import confirmed
from tests.accounts.people import PASSWORD, new_browser, registered
from tests.clock import pass_time
from tests.games.clock.clocked_games import text_of
from tests.games.tables import CLASSIC_KEY, CLUE, lay
from tests.lobbies.sample_lobby import open_lobby
from tests.moderation.reporting import logged_actions, suspend
from tests.notifications.turn_notices import opened

HTMX = {"HX-Request": "true"}


def swept(app) -> int:
    """Let the worker write down which suspensions are over."""
    with app.app_context():
        return enforcement.end_expired()


def awaited(app, who) -> list[str]:
    """The places in which somebody is awaited."""
    with app.app_context():
        return [notice.topic for notice in opened(who) if notice.kind == "turn"]


def test_why_and_until_when(ann, eve):
    suspend(eve, ann, "7", "You shouted.\nTwice.")
    page = text_of(ann.get("/standing"))
    assert "You are suspended" in page
    assert "You shouted. Twice." in page
    assert "The suspension then ends by itself." in page


def test_for_good(ann, eve):
    suspend(eve, ann, "forever", "Enough.")
    assert "You cannot play here any more." in ann.get("/standing").text


def test_signing_in_leads_there(app, ann, eve):
    registered(app, "Ben Mill")
    with app.app_context():
        ben = db.session.query(User).filter_by(name="Ben Mill").one()
    eve.post(f"/admin/people/{ben.id}/measures", decision="suspended", days="7", reason="You shouted.")
    browser = new_browser(app)
    assert browser.post("/login", name="Ben Mill", password=PASSWORD).status_code == 303
    assert browser.get("/").location == "/standing"
    assert browser.get("/rules").status_code == browser.get("/account").status_code == 200
    assert '"Ben Mill"' in browser.post("/account/export").text
    assert browser.post("/account/deletion", password=PASSWORD).status_code == 303
    assert browser.get("/standing").status_code == 303


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/games/{code}/moves", {"move": f"clue {CLUE} 1", "seen": 0}),
        ("/games/{code}/talk", {"text": "let me"}),
        ("/lobbies", {"variant": "duet"}),
        ("/lobbies/{lobby}/seats", {"seat": "b"}),
        ("/people/invitations", {"user": "1"}),
        ("/teams", {"name": "Owls"}),
        ("/reports", {"game": "{code}", "user": "1"}),
        ("/account/name", {"name": "Other"}),
        ("/signup", {"name": "Other", "password": PASSWORD}),
    ],
)
def test_nothing_else_can_be_done(app, ann, bob, eve, duet, path, fields):
    lobby = open_lobby(bob, variant="duet").code
    suspend(eve, ann)
    address = path.format(code=duet.code, lobby=lobby)
    answer = ann.post(address, **fields)
    assert answer.status_code == 403
    assert "You are suspended" in answer.text
    by_htmx = ann.post(address, headers=HTMX, **fields)
    assert (by_htmx.status_code, by_htmx.headers["HX-Redirect"]) == (403, "/standing")
    assert duet.moves == []


def test_a_poll_that_was_held_is_let_go_and_led_away(app, ann, bob, eve, duet):
    """The page's tag is not true any more, which is what lets a held poll through."""
    tag = ann.fragment(f"/games/{duet.code}").headers["HX-PTag"]
    assert ann.fragment(f"/games/{duet.code}", tag).status_code == 204
    suspend(eve, ann)
    answer = ann.fragment(f"/games/{duet.code}", tag)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, "/standing")
    assert "data-card" not in answer.text
    with app.app_context():
        read = tags.read(tags.derive_key(str(app.secret_key)), tag.encode())
        now = topic_versions.load_versions(list(read.seen))
        assert [topic for topic, version in read.seen.items() if now[topic] != version]


def test_a_duet_is_not_frozen(app, ann, bob, zed, eve, duet):
    """T4, L2: the seat is free for a substitute at once; who was suspended does not come back to it."""
    suspend(eve, ann, "7")
    assert awaited(app, ann) == []
    page = text_of(duet.see("b"))
    assert "Ann" not in page
    assert bob.post(f"/games/{duet.code}/substitute", seat="a", seen=0).status_code == 303
    assert zed.post(f"/substitutes/{duet.game.substitute}").status_code == 303
    assert zed.post(f"/games/{duet.code}/moves", move=f"clue {CLUE} 1", seen=0).status_code == 303
    pass_time(app, timedelta(days=8))
    swept(app)
    assert "A substitute has taken your seat" in text_of(ann.get(f"/games/{duet.code}"))
    assert ann.post(f"/games/{duet.code}/moves", move=f"clue {CLUE} 1", seen=1).status_code == 409


def test_a_team_finds_another_spymaster(app, ann, bob, cat, dan, zed, eve):
    """L1: an operative takes the seat, and there is one spymaster also after the suspension."""
    people = {"red-spymaster": ann, "red-operative": [bob, zed], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    suspend(eve, ann, "1")
    assert sorted(awaited(app, bob) + awaited(app, zed)) == [f"game:{table.code}"] * 2
    assert bob.post(f"/games/{table.code}/seats").status_code == 303
    pass_time(app, timedelta(days=2))
    swept(app)
    with app.app_context():
        seats = {player.user.name: player.seat for player in load_game(table.code).players if player.is_present}
    assert seats == {
        "Bob": "red-spymaster",
        "Zed": "red-operative",
        "Cat": "blue-spymaster",
        "Dan": "blue-operative",
    }


def test_it_ends_by_itself_and_the_seat_is_theirs_again(app, ann, eve, duet):
    suspend(eve, ann, "1")
    pass_time(app, timedelta(hours=25))
    assert ann.get(f"/games/{duet.code}").status_code == 200
    assert awaited(app, ann) == []
    assert (swept(app), swept(app)) == (1, 0)
    assert awaited(app, ann) == [f"game:{duet.code}"]
    duet.must("a", f"clue {CLUE} 1")
    assert "It is over: you can play again." in text_of(ann.get("/notices"))


def test_a_lobby_goes_on_with_another_host(app, ann, bob, eve):
    lobby = open_lobby(ann, variant="duet")
    lobby.sit(ann, "a")
    lobby.sit(bob, "b")
    suspend(eve, ann)
    assert lobby.seats == {"Bob": "b"}
    assert "You are the host" in bob.get(lobby.url()).text


def test_a_guest_is_suspended_likewise(app, ann, eve):
    lobby = open_lobby(ann, variant="duet")
    guest = new_browser(app)
    guest.post(lobby.url("seats"), seat="b", name="Gus")
    with app.app_context():
        number = db.session.query(User).filter_by(name="Gus").one().id
    eve.post(f"/admin/people/{number}/measures", decision="suspended", days="7", reason="You shouted.")
    assert guest.get(lobby.url()).location == "/standing"
    assert "You shouted." in guest.get("/standing").text
    assert guest.get("/account").status_code == 200
    assert lobby.seats == {"Ann": None}


def test_a_mail_says_so_in_their_language(app, mailbox, eve):
    ben = registered(app, "Ben Mill", email="ben@example.org")
    confirmed(app, "Ben Mill", "ben@example.org")
    with app.app_context():
        user = db.session.query(User).filter_by(name="Ben Mill").one()
        user.language = "fr"
        db.session.commit()
        number = user.id
    mailbox.fetch()
    act = {"decision": "suspended", "days": "forever", "reason": "You shouted."}
    eve.post(f"/admin/people/{number}/measures", **act)
    mail = mailbox.only()
    assert mail.to == "ben@example.org"
    assert "You shouted." in mail.text
    assert "suspended" not in mail.subject
    assert mail.links[0] == "/standing"
    eve.post(f"/admin/people/{number}/measures", **act)
    eve.post(f"/admin/people/{number}/measures", decision="lifted")
    assert mailbox.fetch() == []
    assert ben.get("/").status_code == 200


def test_nobody_who_is_suspended_is_called(app, ann, bob, eve, duet):
    suspend(eve, ann)
    with app.app_context():
        assert list(channels.load_recipients([ann.user.id, bob.user.id])) == [bob.user.id]


def test_what_was_decided_is_in_the_file_and_goes_with_the_account(app, ann, eve):
    suspend(eve, ann, reason="You shouted.")
    told = ann.post("/account/export").json
    assert told["account"]["suspended"]
    [measure] = told["measures"]
    assert (measure["kind"], measure["reason"], measure["lifted"]) == ("suspension", "You shouted.", None)
    with app.app_context():
        erasure.erase_user(db.session.merge(ann.user))
        db.session.commit()
        assert db.session.query(Sanction).count() == 0
    assert ("suspended", "You shouted.") in logged_actions(app)
