"""The front page."""

import re

import pytest

from tests.games.tables import CLASSIC_KEY, CLUE, lay
from tests.lobbies.sample_lobby import open_lobby


def test_a_visitor_learns_what_this_is_and_what_to_do(nobody):
    page = nobody.get("/").text
    assert "with your friends" in page
    for way in ("/lobbies/new", "/signup", "/login"):
        assert f'href="{way}"' in page
    assert "None at the moment" in page


def test_listed_lobbies_are_shown_to_anyone_and_private_ones_to_nobody(ann, nobody, bob):
    listed, private = open_lobby(ann, variant="duet", public="1"), open_lobby(ann)
    for person in (nobody, bob):
        page = person.get("/").text
        assert listed.url() in page
        assert private.url() not in page


def test_the_newest_lobby_is_listed_first(ann, bob, nobody):
    older, newer = open_lobby(ann, public="1"), open_lobby(bob, public="1")
    found = re.findall(r'href="(/lobbies/\w{8})"', nobody.get("/").text)
    assert found == [newer.url(), older.url()]


def test_my_lobbies_are_those_i_am_in(ann, bob, zed):
    lobby = open_lobby(ann)
    lobby.sit(bob, "red-operative")
    for person, there in ((ann, True), (bob, True), (zed, False)):
        assert (lobby.url() in person.get("/").text) == there
    lobby.do(bob, "leave")
    assert lobby.url() not in bob.get("/").text
    assert "You left the lobby." not in ann.get("/").text


def test_whoever_was_removed_does_not_find_the_lobby_among_theirs(ann, bob):
    lobby = open_lobby(ann)
    lobby.sit(bob, "red-operative")
    lobby.do(ann, "members", user=bob.user.id, remove=1)
    assert lobby.url() not in bob.get("/").text


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
    assert "There is no lobby or game with this code" in answer.text
    assert "<b>" not in answer.text
    assert re.search(r'<input id="code"[^>]*autofocus', answer.text), "a phone would show the top of the page"


class TestPolling:
    """What of the front page is its reader's own asks for news by itself."""

    def seen(self, who):
        return who.fragment("/").headers["HX-PTag"]

    def test_nothing_new(self, ann):
        answer = ann.fragment("/", self.seen(ann))
        assert (answer.status_code, answer.data) == (204, b"")

    def test_it_is_the_part_that_is_ones_own(self, ann):
        answer = ann.fragment("/")
        assert answer.text.lstrip().startswith('<div id="own"')
        assert "Your games" in answer.text
        assert "Open a lobby</h2>" not in answer.text
        assert f'hx-ptag="{self.seen(ann)}"' in ann.get("/").text

    def test_who_comes_to_my_lobby_is_news(self, ann, bob):
        lobby = open_lobby(ann)
        seen = self.seen(ann)
        lobby.sit(bob, "red-operative")
        answer = ann.fragment("/", seen)
        assert "Bob" in answer.text
        assert ann.fragment("/", answer.headers["HX-PTag"]).status_code == 204

    def test_the_start_of_a_game_is_news(self, ready, ann, bob):
        seen = self.seen(bob)
        ready.do(ann, "start")
        answer = bob.fragment("/", seen)
        assert f"/games/{ready.games[0]}" in answer.text
        assert ready.url() not in answer.text
        assert bob.fragment("/", answer.headers["HX-PTag"]).status_code == 204

    def test_each_move_of_my_games_is_news_also_while_nobody_waits_for_me(self, ann, bob, cat, dan):
        people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
        table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
        answer = dan.fragment("/")
        assert "Waiting for Ann" in answer.text
        table.must("red-spymaster", f"clue {CLUE} 1")
        assert "Waiting for Bob" in dan.fragment("/", answer.headers["HX-PTag"]).text

    def test_other_peoples_games_are_no_news(self, ready, ann, zed):
        seen = self.seen(zed)
        ready.do(ann, "start")
        assert zed.fragment("/", seen).status_code == 204

    def test_another_reader_is_another_tag(self, ann, bob):
        assert bob.fragment("/", self.seen(ann)).status_code == 200

    def test_who_signed_out_meanwhile_is_shown_the_page_for_visitors(self, ann):
        seen = self.seen(ann)
        ann.post("/logout")
        assert ann.fragment("/", seen).headers["HX-Redirect"] == "/"

    def test_a_visitors_page_asks_for_nothing(self, nobody):
        page = nobody.get("/").text
        assert "hx-get" not in page
        assert "hx-ptag=" not in page

    def test_the_page_of_a_wrong_code_goes_on_too(self, ann):
        assert 'hx-get="/"' in ann.get("/lobbies?code=zzzzzzzz").text
