"""The front page."""

import re

import pytest

from tests.lobbies.lobbying import open_room


def test_a_visitor_learns_what_this_is_and_what_to_do(nobody):
    page = nobody.get("/").text
    assert "with your friends" in page
    for way in ("/lobbies/new", "/signup", "/login"):
        assert f'href="{way}"' in page
    assert "None at the moment" in page


def test_listed_lobbies_are_shown_to_anyone_and_private_ones_to_nobody(ann, nobody, bob):
    listed, private = open_room(ann, variant="duet", public="1"), open_room(ann)
    for person in (nobody, bob):
        page = person.get("/").text
        assert listed.url() in page
        assert private.url() not in page


def test_the_newest_lobby_is_listed_first(ann, bob, nobody):
    older, newer = open_room(ann, public="1"), open_room(bob, public="1")
    found = re.findall(r'href="(/lobbies/\w{8})"', nobody.get("/").text)
    assert found == [newer.url(), older.url()]


def test_my_lobbies_are_those_i_am_in(ann, bob, zed):
    room = open_room(ann)
    room.sit(bob, "red-operative")
    for person, there in ((ann, True), (bob, True), (zed, False)):
        assert (room.url() in person.get("/").text) == there
    room.do(bob, "leave")
    assert room.url() not in bob.get("/").text
    assert "You left the lobby." not in ann.get("/").text


def test_whoever_was_removed_does_not_find_the_lobby_among_theirs(ann, bob):
    room = open_room(ann)
    room.sit(bob, "red-operative")
    room.do(ann, "members", user=bob.user.id, remove=1)
    assert room.url() not in bob.get("/").text


def test_a_started_game_takes_the_place_of_its_lobby(ready, bob):
    ready.do(bob, "start")
    page = bob.get("/").text
    assert ready.url() not in page
    assert f"/games/{ready.games[0]}" in page


def test_without_games_the_page_says_what_to_do(ann):
    assert "Open a lobby" in ann.get("/").text


@pytest.mark.parametrize("typed", ["{}", "  {} ", "http://localhost/lobbies/{}", "https://host/lobbies/{}/"])
def test_a_code_or_a_link_leads_to_the_lobby(nobody, classic, typed):
    answer = nobody.client.get("/lobbies", query_string={"code": typed.format(classic.code)})
    assert (answer.status_code, answer.location) == (303, classic.url())


def test_capitals_do_not_matter(nobody, classic):
    assert nobody.get(f"/lobbies?code={classic.code.upper()}").location == classic.url()


def test_a_games_code_leads_to_the_game(nobody, ready, ann):
    ready.do(ann, "start")
    code = ready.games[0]
    assert nobody.get(f"/lobbies?code={code}").location == f"/games/{code}"


@pytest.mark.parametrize("typed", ["", "zzzzzzzz", "a\0b", "' OR 1=1 --", "x" * 3000, "<b>"])
def test_a_wrong_code_is_said_and_kept(nobody, typed):
    answer = nobody.client.get("/lobbies", query_string={"code": typed})
    assert answer.status_code == 404
    assert "No lobby and no game has this code" in answer.text
    assert "<b>" not in answer.text
