"""POST /lobbies/join: the listed lobby that fits and has waited longest; and what the front page says of each."""

import re
from datetime import timedelta

import pytest

from app.accounts import blocks
from app.db import db, now
from app.lobbies.models import Lobby
from tests.lobbies.sample_lobby import SampleLobby, open_lobby
from tests.visitor import Visitor


def listed(host, **fields) -> SampleLobby:
    return open_lobby(host, variant="duet", public="1", **fields)


def rows(who) -> dict[str, str]:
    """What the front page says of each listed lobby, by its address."""
    found = re.findall(r'href="(/lobbies/\w{8})">(.*?)</a>', who.get("/").text, re.DOTALL)
    return {path: re.sub(r"<[^>]+>|\s+", " ", about) for path, about in found}


def test_each_is_shown_with_its_deck_and_free_seats(ann, bob, cat, zed):
    words, pictures = listed(ann), open_lobby(bob, variant="duet-pictures", public="1")
    french = listed(cat, deck="fr-duet")
    words.sit(ann, "a")
    assert "English · 1 player needed" in rows(zed)[words.url()]
    assert "Pictures · 2 players needed" in rows(zed)[pictures.url()]
    assert "Français Duo · Français · 2 players needed" in rows(zed)[french.url()]
    words.sit(bob, "b")
    assert "room for more" in rows(zed)[words.url()]


def test_the_one_that_has_waited_longest(ann, bob, zed, app):
    first, _ = listed(ann), listed(bob)
    first.sit(ann, "a")
    answer = zed.post("/lobbies/join")
    assert (answer.status_code, answer.location) == (303, first.url())
    assert first.seats == {"Ann": "a", "Zed": "b"}


def test_a_second_press_finds_the_next_or_says_so(ann, bob, zed):
    first, second = listed(ann), listed(bob)
    assert [zed.post("/lobbies/join").location for _ in range(3)] == [first.url(), second.url(), "/"]
    assert "No open lobby fits right now." in zed.get("/").text


def test_a_visitor_joins_with_the_name_that_was_typed(ann, nobody):
    lobby = listed(ann)
    assert 'id="join-first"' in nobody.get("/").text
    answer = nobody.post("/lobbies/join", name="")
    assert answer.status_code == 422
    assert 'id="name-error"' in answer.text
    assert nobody.post("/lobbies/join", name="Nell").location == lobby.url()
    assert lobby.seats["Nell"] == "a"


def test_a_similar_name_in_one_lobby_leads_to_the_next(app, ann, bob, nobody):
    first, second = listed(ann), listed(bob)
    nobody.post("/lobbies/join", name="Nell")
    assert first.seats["Nell"] == "a"
    assert Visitor(app, "other").post("/lobbies/join", name="Nell").location == second.url()


def test_similar_names_everywhere_are_told(app, ann, nobody):
    listed(ann)
    nobody.post("/lobbies/join", name="Nell")
    answer = Visitor(app, "other").post("/lobbies/join", name="Nell")
    assert answer.status_code == 422
    assert "Someone called Nell is already here." in answer.text


@pytest.mark.parametrize("why", ["private", "locked", "another language", "expired"])
def test_what_does_not_fit(app, ann, zed, why):
    lobby = listed(ann, deck="fr-duet") if why == "another language" else listed(ann)
    if why == "private":
        lobby.do(ann, "settings", ticks=1, deck="en-base")
    elif why == "locked":
        lobby.do(ann, "lock", locked=1)
    elif why == "expired":
        with app.app_context():
            db.session.query(Lobby).one().created_at = now() - timedelta(days=8)
            db.session.commit()
    assert zed.post("/lobbies/join").location == "/"
    assert "Zed" not in (lobby.seats if why != "expired" else {})


@pytest.mark.parametrize("who", ["host", "reader"])
def test_people_who_block_one_another_do_not_meet(app, ann, zed, who):
    lobby = listed(ann)
    one, other = (ann, zed) if who == "host" else (zed, ann)
    with app.app_context():
        blocks.block(one.user.id, other.user.id)
        db.session.commit()
    assert zed.post("/lobbies/join").location == "/"
    assert "Zed" not in lobby.seats


def test_whoever_was_removed_does_not_come_back_so(ann, bob, zed):
    first, second = listed(ann), listed(bob)
    first.sit(zed, "a")
    first.do(ann, "members", user=zed.user.id, remove=1)
    assert zed.post("/lobbies/join").location == second.url()


def test_without_a_lobby_there_is_no_button(ann, nobody):
    open_lobby(ann)
    for person in (ann, nobody):
        assert 'id="join-first"' not in person.get("/").text
