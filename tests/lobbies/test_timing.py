"""How a lobby's game is timed, and who may touch (T1, V13)."""

import pytest
from sqlalchemy import select

from app.db import db
from app.games.store.clocks import PHASE_CHOICES
from app.games.store.models import Game
from tests.lobbies.sample_lobby import open_lobby

CLOCKS = [f"{pace} {phase}" for pace, phases in PHASE_CHOICES.items() for phase in phases]


def start(lobby, ann, bob):
    lobby.sit(ann, "a")
    lobby.sit(bob, "b")
    code = lobby.do(ann, "start").headers["HX-Redirect"].rpartition("/")[2]
    with lobby.app.app_context():
        return db.session.scalar(select(Game).where(Game.code == code))


def test_without_a_choice_there_is_no_clock_and_anyone_touches(ann):
    lobby = open_lobby(ann)
    assert (lobby.read("clock"), lobby.read("touching"), lobby.read("late_touch")) == ("", "anyone", False)
    assert "No clock: take as long as you like." in ann.get(lobby.url()).text


@pytest.mark.parametrize("clock", CLOCKS)
def test_t1_every_clock_that_is_offered_is_taken(ann, clock):
    assert f'value="{clock}"' in ann.get("/lobbies/new?variant=duet").text
    assert open_lobby(ann, variant="duet", clock=clock).read("clock") == clock


def test_a_store_of_time_is_counted_in_phases(ann):
    lobby = open_lobby(ann, variant="duet", clock="own 172800", bank=3)
    assert lobby.read("clock") == "own 172800+518400"
    assert "2 days per move, plus a time bank of 6 days for each side." in ann.get(lobby.url()).text


@pytest.mark.parametrize(
    "fields",
    [
        {"clock": "own 5"},
        {"clock": "own 86400+86400"},
        {"clock": "blitz"},
        {"clock": "live 86400"},
        {"clock": "own 86400", "bank": "2"},
        {"clock": "own 86400", "bank": "many"},
        {"touching": "nobody"},
    ],
)
def test_t1_others_are_refused_with_the_form(ann, fields):
    assert ann.post("/lobbies", variant="duet", **fields).status_code == 422


def test_the_game_is_timed_as_its_lobby_said(ann, bob):
    lobby = open_lobby(ann, variant="duet", clock="own 86400", bank=1, touching="majority", late_touch="on")
    assert "More than half" in ann.get(lobby.url()).text
    game = start(lobby, ann, bob)
    assert (game.clock, game.touching, game.late_touch) == ("own 86400+86400", "majority", True)
    assert game.banks == {"a": 86400, "b": 86400}
    assert (game.deadline - game.phase_began_at).total_seconds() == 86400, "either side may open: nobody's store"


def test_a_deadline_decides_only_where_there_is_one(ann):
    assert open_lobby(ann, variant="duet", late_touch="on").read("late_touch") is False
