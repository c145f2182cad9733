"""From the lobby to the game."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from app.db import db
from app.games.store.models import Game
from tests.lobbies.sample_lobby import HTMX, SampleLobby, alert, open_lobby, ruled


def game_of(lobby: SampleLobby) -> Game:
    """The game that the lobby became."""
    with lobby.app.app_context():
        return db.session.scalars(select(Game)).one()


def test_the_host_starts_and_is_led_to_the_game(ready, ann):
    answer = ann.post(ready.url("start"))
    assert (answer.status_code, answer.location) == (303, f"/games/{ready.games[0]}")
    assert ann.get(answer.location).status_code == 200


def test_everyone_keeps_the_seat_in_the_game(ready, ann):
    seats = ready.seats
    ann.post(ready.url("start"))
    assert {player.user.name: player.seat for player in game_of(ready).players} == seats


def test_those_without_seat_are_not_in_the_game(ready, ann, zed):
    ready.sit(zed, "")
    ann.post(ready.url("start"))
    assert len(game_of(ready).players) == 4


def test_the_settings_reach_the_game(ann, bob):
    lobby = open_lobby(ann, variant="duet", house=["zero"], tokens=10, mistakes=2)
    lobby.sit(ann, "a")
    lobby.sit(bob, "b")
    assert ann.post(lobby.url("start")).status_code == 303
    game = game_of(lobby)
    assert (game.variant, game.deck) == ("duet", "en-base")
    assert {name: game.deal[name] for name in ("house", "tokens", "mistakes")} == {
        "house": ["zero"],
        "tokens": 10,
        "mistakes": 2,
    }


def test_htmx_is_led_there_too(ready, ann):
    assert ready.do(ann, "start").headers["HX-Redirect"] == f"/games/{ready.games[0]}"


def test_very_unequal_teams_are_warned_and_may_start(ready, ann, zed, new_visitor):
    """V1: two against three is fine, two against four is not."""
    warning = "The teams are very unequal: Red 2, Blue 4."
    ready.sit(zed, "blue-operative")
    assert "unequal" not in ann.get(ready.url()).text
    ready.sit(new_visitor("Yan"), "blue-operative")
    assert warning in " ".join(ann.get(ready.url()).text.split())
    assert ann.post(ready.url("start")).status_code == 303


def test_sides_of_a_duet_may_be_of_any_size(duet, ann, bob, cat):
    """D1, D31"""
    for person, seat in ((ann, "a"), (bob, "b"), (cat, "b")):
        duet.sit(person, seat)
    assert "unequal" not in ann.get(duet.url()).text


def test_any_seated_player_may_start(ready, dan):
    assert dan.post(ready.url("start")).status_code == 303


def test_a_host_without_seat_may_start(duet, ann, bob, cat):
    duet.sit(bob, "a")
    duet.sit(cat, "b")
    assert ann.post(duet.url("start")).status_code == 303


def test_who_stands_by_may_not(ready, zed):
    ready.sit(zed, "")
    answer = ready.do(zed, "start")
    assert answer.status_code == 403
    assert "Only the host or someone with a seat" in alert(answer)
    assert ready.games == []
    assert 'id="do-start"' not in zed.get(ready.url()).text


def test_a_stranger_finds_nothing_to_start(ready, zed, nobody):
    for person in (zed, nobody):
        assert person.post(ready.url("start")).status_code == 404
    assert ready.games == []


@pytest.mark.parametrize("absent", ["red-spymaster", "red-operative", "blue-spymaster", "blue-operative"])
def test_v1_without_one_of_the_four_it_cannot_start(ready, ann, bob, cat, dan, absent):
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    ready.sit(people[absent], "")
    answer = ready.do(ann, "start")
    assert answer.status_code == 422
    team, role = absent.split("-")
    assert alert(answer) == f"{team.title()} needs {'a' if role == 'spymaster' else 'an'} {role}."
    assert ruled(answer) == "V1"
    assert ready.games == []


@pytest.mark.parametrize(("seat", "missing"), [("a", "Side B needs a player."), ("b", "Side A needs a player.")])
def test_d1_without_one_side_it_cannot_start(duet, ann, seat, missing):
    duet.sit(ann, seat)
    answer = duet.do(ann, "start")
    assert (answer.status_code, alert(answer), ruled(answer)) == (422, missing, "D1")


def test_a_plain_form_gets_the_page_with_the_reason(classic, ann):
    answer = ann.post(classic.url("start"))
    assert answer.status_code == 422
    assert "<!DOCTYPE html>" in answer.text
    assert "Red needs a spymaster." in alert(answer)


def test_a_started_lobby_leads_to_its_game_whatever_is_done(ready, ann, bob, nobody):
    ann.post(ready.url("start"))
    game = f"/games/{ready.games[0]}"
    assert (nobody.get(ready.url()).status_code, nobody.get(ready.url()).location) == (303, game)
    for action in ("start", "seats", "leave", "close"):
        assert bob.post(ready.url(action), seat="", name="Eve").location == game
        assert ready.do(bob, action).headers["HX-Redirect"] == game
    assert len(game_of(ready).players) == 4


def test_all_at_one_moment_start_one_game(ready, ann, bob, cat, dan):
    people = [ann, bob, cat, dan, ann, bob]
    tokens = [person.csrf_token() for person in people]
    clients = [person.app.test_client() for person in people]
    for person, client in zip(people, clients, strict=True):
        client._cookies.update(person.client._cookies)
    start = Barrier(len(people))

    def begin(number: int) -> str:
        start.wait()
        form = {"csrf_token": tokens[number]}
        return clients[number].post(ready.url("start"), data=form, headers=HTMX).headers["HX-Redirect"]

    with ThreadPoolExecutor(len(people)) as pool:
        led = set(pool.map(begin, range(len(people))))
    assert led == {f"/games/{code}" for code in ready.games}
    assert len(ready.games) == 1


def test_standing_up_while_another_starts_leaves_no_broken_table(ready, ann, bob):
    """Either Bob stood up first and there is no game, or he sits in it."""
    tokens = {person.name: person.csrf_token() for person in (ann, bob)}
    moment = Barrier(2)

    def start() -> int:
        moment.wait()
        return ann.client.post(ready.url("start"), data={"csrf_token": tokens["Ann"]}, headers=HTMX).status_code

    def stand() -> int:
        moment.wait()
        form = {"csrf_token": tokens["Bob"], "seat": ""}
        return bob.client.post(ready.url("seats"), data=form, headers=HTMX).status_code

    with ThreadPoolExecutor(2) as pool:
        started, _ = pool.submit(start), pool.submit(stand)
    if started.result() == 422:
        assert ready.games == []
    else:
        assert len(game_of(ready).players) == 4
