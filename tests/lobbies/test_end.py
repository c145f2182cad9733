"""The end of a lobby without a game."""

from datetime import timedelta

import pytest
from sqlalchemy import delete

from app.db import db, now
from app.games.store.models import Game
from app.lobbies.models import LIFETIME
from app.lobbies.service import MAX_OPEN
from tests.lobbies.sample_lobby import HTMX, alert, open_lobby

ACTIONS = ["seats", "volunteer", "leave", "shuffle", "members", "host", "close", "start"]


def test_the_page_says_when_the_lobby_ends(classic, nobody):
    ends = classic.read("created_at") + timedelta(days=7)
    assert f'datetime="{ends.isoformat()}"' in nobody.get(classic.url()).text


def test_after_a_week_it_is_over(classic, ann, nobody):
    classic.change(created_at=now() - LIFETIME - timedelta(seconds=1))
    for person in (ann, nobody):
        answer = person.get(classic.url())
        assert answer.status_code == 410
        assert "no game started within a week" in answer.text
        assert "/lobbies/new" in answer.text
    assert ann.get(classic.url("qr.svg")).status_code == 410


def test_until_then_it_is_not(classic, nobody):
    classic.change(created_at=now() - LIFETIME + timedelta(minutes=1))
    assert nobody.get(classic.url()).status_code == 200


def test_the_host_closes_it(classic, ann, bob):
    classic.sit(bob, "red-operative")
    answer = ann.post(classic.url("close"))
    assert (answer.status_code, answer.location) == (303, "/")
    assert "You closed the lobby." in ann.get("/").text
    assert "This lobby was closed." in bob.get(classic.url()).text


def test_htmx_is_led_away_as_well(classic, ann):
    assert classic.do(ann, "close").headers["HX-Redirect"] == "/"


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("end", [{"closed_at": now()}, {"created_at": now() - LIFETIME - timedelta(hours=1)}])
def test_nothing_can_be_done_any_more(classic, ann, action, end):
    classic.change(**end)
    answer = ann.post(classic.url(action), headers=HTMX)
    assert answer.status_code == 410
    assert alert(answer)
    assert classic.games == []


@pytest.mark.parametrize("end", [{"closed_at": now()}, {"created_at": now() - LIFETIME - timedelta(hours=1)}])
def test_it_is_listed_no_longer_and_counts_no_more(ann, end):
    rooms = [open_lobby(ann, public="1") for _ in range(MAX_OPEN)]
    assert ann.post("/lobbies", variant="classic").status_code == 422
    rooms[0].change(**end)
    assert rooms[0].url() not in ann.get("/").text
    assert ann.post("/lobbies", variant="classic").status_code == 303


def test_a_lobby_whose_game_was_deleted_does_not_open_again(app, ready, ann):
    ready.do(ann, "start")
    with app.app_context():
        db.session.execute(delete(Game))
        db.session.commit()
    assert ann.get(ready.url()).status_code == 410


class TestLeaving:
    """Going, and who is host then."""

    def test_a_player_leaves(self, classic, bob):
        classic.sit(bob, "red-operative")
        answer = bob.post(classic.url("leave"))
        assert (answer.status_code, answer.location) == (303, "/")
        assert classic.seats == {"Ann": None}

    def test_after_the_host_comes_who_has_been_here_longest(self, classic, ann, bob, cat):
        classic.sit(cat, "")
        classic.sit(bob, "red-operative")
        classic.do(ann, "leave")
        assert classic.host == "Cat"
        assert "Ann" not in classic.seats

    def test_not_somebody_who_was_removed(self, classic, ann, bob, cat):
        classic.sit(cat, "")
        classic.sit(bob, "")
        classic.do(ann, "members", user=cat.user.id, remove=1)
        classic.do(ann, "leave")
        assert classic.host == "Bob"

    @pytest.mark.parametrize("removed", [False, True])
    def test_the_last_one_closes_the_lobby(self, classic, ann, bob, removed):
        if removed:
            classic.sit(bob, "")
            classic.do(ann, "members", user=bob.user.id, remove=1)
        classic.do(ann, "leave")
        assert bob.get(classic.url()).status_code == 410

    def test_a_stranger_cannot_leave(self, classic, zed, nobody):
        for person in (zed, nobody):
            assert person.post(classic.url("leave")).status_code == 404
