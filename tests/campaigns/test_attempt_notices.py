"""Setting out for a city tells the team: at the bell, and by a message (M6)."""

from app.accounts import blocks
from app.db import db
from tests.campaigns.conftest import ASSASSIN
from tests.campaigns.test_start_attempt import set_out
from tests.notifications.turn_notices import browser, called, later

SEATED = "Ann is ready to set out, and your seat is kept: start the game."
STANDING = "Ann is ready to set out: take a seat to play."


def test_a_partner_is_told_that_the_seat_is_kept(team, ann, bob):
    lobby = set_out(ann, team, "prague")
    told = bob.get("/notices").text
    assert SEATED in told
    assert "Duet: Prague" in told
    assert f'href="{lobby.url()}"' in told
    assert "set out" not in ann.get("/notices").text


def test_a_partner_gets_a_message(team, ann, bob, app, context):
    browser(bob)
    set_out(ann, team, "prague")
    later(app)
    assert called(bob, "push") == ["news"]


def test_a_sheet_that_is_archived_takes_it_back(team, attempt, ann, bob):
    attempt("prague", ASSASSIN)
    set_out(ann, team, "prague")
    ann.post(f"/teams/{team.code}/sheets", number=1, sure=1)
    assert "set out" not in bob.get("/notices").text


def test_a_second_click_and_a_second_person_tell_nobody_again(team, ann, bob):
    set_out(ann, team, "prague")
    set_out(ann, team, "prague")
    set_out(bob, team, "prague")
    assert bob.get("/notices").text.count(SEATED) == 1
    assert "set out" not in ann.get("/notices").text


def test_it_is_over_once_the_game_starts(team, ann, bob):
    lobby = set_out(ann, team, "prague")
    assert lobby.do(ann, "start").status_code == 200
    assert "set out" not in bob.get("/notices").text


def test_in_a_larger_team_all_are_told_to_take_a_seat(three, ann, bob, cat):
    lobby = set_out(ann, three, "prague")
    for person in (bob, cat):
        assert STANDING in person.get("/notices").text
    lobby.sit(bob, "b")
    assert "set out" not in bob.get("/notices").text
    assert STANDING in cat.get("/notices").text


def test_who_has_blocked_the_host_is_not_told(team, ann, bob, app):
    with app.app_context():
        blocks.block(bob.user.id, ann.user.id)
        db.session.commit()
    set_out(ann, team, "prague")
    assert "set out" not in bob.get("/notices").text
