"""Guests change their name, and whoever signs up or in, or changes a name, in the middle of something is led back."""

import re
from html import unescape

import pytest

from tests.accounts.people import PASSWORD, new_browser
from tests.lobbies.sample_lobby import open_lobby


@pytest.fixture
def lobby(ann):
    return open_lobby(ann, variant="duet")


@pytest.fixture
def guest(lobby, nobody):
    """Nell, a guest on side B of Ann's lobby."""
    lobby.do(nobody, "seats", seat="b", name="Nell")
    return nobody


def link(page: str, label: str) -> str:
    """The address of the link whose label contains a text."""
    return unescape(re.search(rf'<a [^>]*href="([^"]+)"[^>]*>(?:(?!</a>).)*{label}', page, re.DOTALL)[1])


def test_the_others_in_the_lobby_see_the_new_name_at_once(lobby, guest, ann):
    seen = ann.fragment(lobby.url())
    page = guest.get(link(guest.get(lobby.url()).text, "Change your name")).text
    action = unescape(re.search(r'action="(/account/name[^"]*)"', page)[1])
    answer = guest.post(action, name="Nora")
    assert (answer.status_code, answer.location) == (303, lobby.url())
    assert lobby.seats["Nora"] == "b"
    assert "Nora" in ann.fragment(lobby.url(), seen.headers["HX-PTag"]).text


def test_so_do_those_at_the_table(lobby, guest, ann):
    lobby.sit(ann, "a")
    lobby.do(ann, "start")
    table = f"/games/{lobby.games[0]}"
    seen = ann.fragment(table)
    assert guest.post("/account/name", name="Nora").location == "/account"
    assert "Nora" in ann.fragment(table, seen.headers["HX-PTag"]).text


@pytest.mark.parametrize("name", ["", "Ann", "ANN", "A nn", "Zed", "x" * 31])
def test_a_name_that_is_taken_or_bad(lobby, guest, ann, zed, name):
    answer = guest.post("/account/name", name=name)
    assert answer.status_code == 422
    assert 'aria-invalid="true"' in answer.text
    assert "Nell" in lobby.seats


def test_a_name_like_that_of_another_guest_here(app, lobby, guest):
    lobby.do(new_browser(app), "seats", seat="a", name="Olga")
    answer = guest.post("/account/name", name="0lga")
    assert answer.status_code == 422
    assert "You are playing with Olga, and your names would be too similar." in unescape(answer.text)
    assert "Nell" in lobby.seats


def test_a_second_click_changes_nothing_more(lobby, guest):
    for _ in range(2):
        assert guest.post("/account/name", name="Nora").status_code == 303
    assert "Nora" in lobby.seats


class TestBackToWhereOneWas:
    """The header's links, on every page and after a refused form."""

    def test_a_visitor_at_a_lobby_and_a_table(self, lobby, nobody, ann, bob):
        lobby.sit(ann, "a")
        lobby.sit(bob, "b")
        self.leads_back(nobody, lobby.url())
        lobby.do(ann, "start")
        self.leads_back(nobody, f"/games/{lobby.games[0]}")

    def leads_back(self, who, path):
        page = who.get(path).text
        assert link(page, "Sign in") == f"/login?next={path}"
        assert link(page, "Sign up") == f"/signup?next={path}"

    def test_after_a_refused_form(self, lobby, nobody):
        headers = {"Referer": f"http://localhost{lobby.url()}"}
        page = nobody.post(lobby.url("seats"), headers=headers, seat="a", name="").text
        assert link(page, "Sign up") == f"/signup?next={lobby.url()}"

    def test_from_signing_in_to_signing_up(self, lobby, nobody):
        page = nobody.get(f"/login?next={lobby.url()}").text
        assert link(page, "Sign up") == f"/signup?next={lobby.url()}"

    def test_a_guest_who_signs_up_comes_back_with_the_seat(self, lobby, guest):
        page = guest.get(link(guest.get(lobby.url()).text, "<bdi>Nell")).text
        action = unescape(re.search(r'action="(/signup[^"]*)"', page)[1])
        answer = guest.post(action, name="Nell", password=PASSWORD)
        assert (answer.status_code, answer.location) == (303, lobby.url())
        assert lobby.seats["Nell"] == "b"

    @pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "/\\evil"])
    def test_nobody_is_led_elsewhere(self, guest, elsewhere):
        answer = guest.client.post(
            "/account/name", data={"csrf_token": guest.csrf_token(), "name": "Nora", "next": elsewhere}
        )
        assert answer.location == "/account"
