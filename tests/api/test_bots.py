"""Accounts of bots: marked by their name for good, without results against people, in public lobbies by leave only."""

import pytest
from sqlalchemy import select

from app.accounts.models import User
from app.db import db
from app.profiles.models import Result
from tests.accounts.people import PASSWORD, new_browser, registered, row
from tests.api.program import Program
from tests.games.tables import DUET_KEYS, LOSING, lay
from tests.visitor import Visitor

KEYS = {"keys": DUET_KEYS}


@pytest.fixture
def bot(app, zed):
    program = Program(app, zed.user)
    assert program.post("/account/bot").status_code == 200
    return program


def test_it_is_marked_by_its_name_for_good(app, bot, zed):
    told = bot.get("/account").json
    assert (told["name"], told["bot"]) == ("Zed (bot)", True)
    assert bot.post("/account/bot").json["name"] == "Zed (bot)"
    assert zed.post("/account/name", name="Zoe").status_code == 303
    assert bot.get("/account").json["name"] == "Zoe (bot)"
    page = zed.get("/account").text
    assert 'value="Zoe"' in page
    assert "Account turned into a bot." in page


def test_its_owner_signs_in_with_the_name_alone(app):
    person = registered(app, "Robbie")
    Program(app, row(app, "Robbie")).post("/account/bot")
    person.post("/logout")
    assert new_browser(app).post("/login", name="Robbie", password=PASSWORD).status_code == 303


def test_nobody_else_can_have_the_mark(app):
    assert new_browser(app).post("/signup", name="Ann (bot)", password=PASSWORD).status_code == 422


def test_the_others_see_the_mark(app, ann, bot, program):
    lobby = program.post("/lobbies", variant="duet", seat="a").json["code"]
    bot.post(f"/lobbies/{lobby}/seats", seat="b")
    assert "Zed (bot)" in ann.get(f"/lobbies/{lobby}").text
    game = program.post(f"/lobbies/{lobby}/start").json["game"]
    assert "Zed (bot)" in ann.get(f"/games/{game}").text
    assert "Zed (bot)" in ann.get("/").text


def test_who_has_played_or_is_in_a_lobby_stays_a_person(app, ann, bob, program):
    lobby = program.post("/lobbies", variant="duet").json["code"]
    assert program.post("/account/bot").status_code == 422
    program.post(f"/lobbies/{lobby}/leave")
    lay("duet", {"a": ann, "b": bob})
    assert program.post("/account/bot").status_code == 422
    assert program.get("/account").json["bot"] is False


def test_public_lobbies_are_for_people_unless_the_host_says_so(bot, program):
    closed = program.post("/lobbies", variant="duet", public=True).json["code"]
    assert bot.post(f"/lobbies/{closed}/seats", seat="any").status_code == 403
    opened = program.post("/lobbies", variant="duet", public=True, bots=True).json
    assert opened["bots"] is True
    assert bot.post(f"/lobbies/{opened['code']}/seats", seat="any").status_code == 200
    private = program.post("/lobbies", variant="duet").json["code"]
    assert bot.post(f"/lobbies/{private}/seats", seat="any").status_code == 200


def test_the_host_says_so_in_the_form_too(app, ann, bot):
    code = ann.post("/lobbies", variant="duet", public="1").location.rpartition("/")[2]
    assert bot.post(f"/lobbies/{code}/seats", seat="any").status_code == 403
    assert ann.post(f"/lobbies/{code}/settings", ticks="1", deck="en-base", public="1", bots="1").status_code == 303
    assert "bots too" in ann.get(f"/lobbies/{code}").text
    assert bot.post(f"/lobbies/{code}/seats", seat="any").status_code == 200


def results(app):
    with app.app_context():
        return sorted(db.session.scalars(select(User.name).join(Result, Result.user_id == User.id)))


def test_a_game_with_people_counts_for_nobody(app, ann, bot, zed):
    table = lay("duet", {"a": ann, "b": zed}, KEYS)
    table.must(*LOSING[0])
    table.must(*LOSING[1])
    assert table.game.finished_at
    assert results(app) == []


def test_a_game_among_bots_counts(app, bot, zed, new_visitor):
    other = new_visitor("Yan")
    Program(app, other.user).post("/account/bot")
    table = lay("duet", {"a": Visitor(app, "a", zed.user), "b": other}, KEYS)
    table.must(*LOSING[0])
    table.must(*LOSING[1])
    assert results(app) == ["Yan (bot)", "Zed (bot)"]


def test_a_game_among_people_counts(app, ann, bob):
    table = lay("duet", {"a": ann, "b": bob}, KEYS)
    table.must(*LOSING[0])
    table.must(*LOSING[1])
    assert results(app) == ["Ann", "Bob"]
