"""The computer in a lobby, and games that begin with it from the front page."""

import re

from app.accounts import users
from app.accounts.computers import load_computers
from app.db import db
from app.games.store.models import Game
from app.lobbies.models import Lobby
from tests.lobbies.sample_lobby import open_lobby


def holders(app, lobby) -> dict[str, list[str]]:
    """The names on each seat."""
    with app.app_context():
        row = db.session.scalar(db.select(Lobby).where(Lobby.code == lobby.code))
        found: dict[str, list[str]] = {}
        for member in row.members:
            found.setdefault(member.seat or "", []).append(member.user.name)
        return found


def test_the_host_fills_a_seat_and_a_person_takes_it_over(app, ann, bob):
    lobby = open_lobby(ann)
    assert 'id="computer-blue-spymaster"' in ann.get(lobby.url()).text
    lobby.do(ann, "computers", seat="blue-spymaster")
    assert len(holders(app, lobby)["blue-spymaster"]) == 1
    assert "(computer)" in bob.get(lobby.url()).text
    lobby.do(bob, "seats", seat="blue-spymaster")
    assert holders(app, lobby)["blue-spymaster"] == ["Bob"]


def test_only_the_host_may_and_only_where_nobody_sits(app, ann, bob):
    lobby = open_lobby(ann)
    lobby.do(bob, "seats", seat="red-operative")
    assert bob.post(f"{lobby.url()}/computers", seat="blue-operative").status_code == 403
    assert ann.post(f"{lobby.url()}/computers", seat="red-operative").status_code == 409
    assert ann.post(f"{lobby.url()}/computers", seat="a").status_code == 422
    assert 'id="computer-' not in bob.get(lobby.url()).text


def test_lists_of_lobbies_and_games_say_who_is_the_computer(app, ann):
    lobby = open_lobby(ann)
    lobby.do(ann, "computers", seat="blue-operative")
    assert "(computer)" in ann.get("/").text
    lobby.do(ann, "leave")
    assert "(computer)" not in ann.get("/").text
    ann.post("/play", variant="duet")
    assert "(computer)" in ann.get("/").text


def test_no_account_is_found_by_a_name_of_the_computer(app, ann):
    with app.app_context():
        name = load_computers()[0].name
        db.session.commit()
        assert users.find_account("Ann")
        assert users.find_account(name) is None


def test_a_lobby_with_the_computer_alone_closes(app, ann):
    lobby = open_lobby(ann)
    lobby.do(ann, "computers", seat="blue-operative")
    lobby.do(ann, "leave")
    with app.app_context():
        assert db.session.scalar(db.select(Lobby.closed_at).where(Lobby.code == lobby.code))


def test_a_visitor_plays_at_once(app, nobody):
    """Two presses after the name: the game, with the computer on all other seats."""
    page = nobody.get("/").text
    assert re.search('id="alone-duet"[^>]*formaction="/play"', re.sub(r"\s+", " ", page))
    for variant, others in (("duet", 1), ("classic", 3)):
        answer = nobody.post("/play", variant=variant, name="Newcomer")
        assert answer.status_code == 303
        assert "/games/" in answer.headers["Location"]
        with app.app_context():
            game = db.session.scalar(db.select(Game).where(Game.variant == variant))
            assert sum(player.user.computer for player in game.players) == others
            assert len(game.players) == others + 1
        again = nobody.post("/play", variant=variant)
        assert again.headers["Location"] == answer.headers["Location"]  # a second click
    with app.app_context():
        assert {user.name for user in load_computers()} >= {"Vesper"}


def test_a_bad_name_keeps_the_page(nobody):
    answer = nobody.post("/play", variant="duet", name="")
    assert answer.status_code == 422
    assert "Enter a name." in answer.text
    assert nobody.post("/play", variant="chess", name="Newcomer").status_code == 422
