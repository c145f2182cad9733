"""POST /lobbies/<code>/settings: the host changes the game without a new link, and those who are in it are told."""

import re

import pytest

from app.db import db
from app.lobbies.models import Lobby
from tests.campaigns.conftest import WON, attempt, team  # noqa: F401  # fixtures
from tests.campaigns.test_start_attempt import set_out
from tests.lobbies.sample_lobby import alert
from tests.notifications.test_bell import bell_of

GAME = {"ticks": 1, "deck": "en-base"}


def told(lobby, who) -> str:
    """What the lobby tells somebody of a change, or an empty string."""
    found = re.search(r'id="changed"[^>]*>([^<]+)<', who.get(lobby.url()).text)
    return found[1] if found else ""


def test_the_clock_and_the_rules(classic, ann, bob):
    classic.sit(bob, "red-operative")
    before = bob.fragment(classic.url())
    answer = classic.do(ann, "settings", **GAME, variant="classic", clock="live 60", house=["zero", "unlimited"])
    assert answer.status_code == 200
    assert classic.read("clock") == "live 60"
    assert classic.read("house") == ["unlimited", "zero"]
    after = bob.fragment(classic.url(), before.headers["HX-PTag"])
    assert after.status_code == 200
    assert "Live: 1 minute per move." in after.text
    assert "Ann has changed the house rules and the clock." in after.text
    assert 'data-open="1"' in bell_of(after)
    assert told(classic, ann) == ""


def test_the_host_sees_that_it_is_saved(classic, ann):
    assert "Saved. Everyone in the lobby plays by these settings." in classic.do(ann, "settings", **GAME).text
    assert 'id="saved"' not in ann.get(classic.url()).text
    ann.post(classic.url("settings"), **GAME)
    assert "Saved. Everyone" in ann.get(classic.url()).text, "without htmx, too"


def test_another_game_changes_the_title_where_the_page_is_open(classic, ann, bob):
    classic.sit(bob, "red-operative")
    classic.do(ann, "settings", **GAME, variant="duet")
    title = r'<h1 id="lobby-title" {}>Duet: lobby</h1>'
    assert re.search(title.format('hx-swap-oob="outerMorph"'), bob.fragment(classic.url()).text)
    assert re.search(title.format(""), bob.get(classic.url()).text)


def test_what_has_changed_adds_up_until_one_acts(classic, ann, bob):
    classic.sit(bob, "red-operative")
    classic.do(ann, "settings", **GAME, clock="live 60")
    classic.do(ann, "settings", **GAME, clock="live 60", touching="all")
    assert told(classic, bob) == "Ann has changed the clock and who may touch cards."
    classic.sit(bob, "blue-operative")
    assert told(classic, bob) == ""
    assert "has changed" not in bob.get("/notices").text


def test_the_same_once_more_tells_nobody(classic, ann, bob):
    classic.sit(bob, "red-operative")
    for _ in range(2):
        assert classic.do(ann, "settings", **GAME).status_code == 200
    assert told(classic, bob) == ""


def test_another_game_keeps_the_clock_and_finds_everybody_a_seat(ready, ann, bob, cat, dan):
    ready.do(ann, "settings", **GAME, clock="live 60")
    ready.do(ann, "settings", **GAME, variant="duet", clock="live 60", house=["several-clues"])
    assert (ready.read("variant"), ready.read("clock"), ready.read("house")) == ("duet", "live 60", [])
    assert sorted(ready.seats.values()) == ["a", "a", "b", "b"]
    assert "the game" in told(ready, dan)
    assert ready.do(bob, "start").status_code == 200


def test_from_words_to_pictures_seats_stay(ready, ann):
    before = ready.seats
    ready.do(ann, "settings", **GAME, variant="pictures")
    assert (ready.read("variant"), ready.read("deck")) == ("pictures", "pictures")
    assert ready.seats == before


def test_the_form_shows_what_is_so(ann, classic):
    classic.do(ann, "settings", **GAME, clock="own 86400", bank="1", house="zero", late_touch=1)
    form = ann.get(classic.url()).text.split('id="settings-form"')[1].split("</form>")[0]
    assert re.search(r'<option selected value="own 86400">', form)
    assert re.search(r'<input checked id="house-\d" name="house" type="checkbox" value="zero">', form)
    assert re.search(r'<input checked id="late_touch"', form)


@pytest.mark.parametrize("fields", [{"deck": []}, {"deck": ["en-base", "fr-base"]}, {"clock": "nonsense"}])
def test_what_cannot_be_is_refused(classic, ann, fields):
    before = classic.read("clock")
    answer = classic.do(ann, "settings", **{**GAME, **fields})
    assert answer.status_code == 422
    assert alert(answer)
    assert classic.read("clock") == before


def test_the_host_alone(classic, ann, bob, zed, nobody):
    classic.sit(bob, "red-operative")
    assert 'id="settings-form"' not in bob.get(classic.url()).text
    assert classic.do(bob, "settings", **GAME, clock="live 60").status_code == 403
    for stranger in (zed, nobody):
        assert classic.do(stranger, "settings", **GAME, clock="live 60").status_code == 404
    assert classic.read("clock") == ""


class TestAnAttempt:
    """The host may lead the team to another city, and change the cards, but not the figures."""

    def test_another_city(self, team, attempt, ann, bob):  # noqa: F811
        attempt("prague", WON)
        lobby = set_out(ann, team, "cairo")
        assert lobby.do(ann, "settings", **GAME, city="berlin", tokens=5, mistakes=0).status_code == 200
        assert (lobby.read("city"), lobby.read("tokens"), lobby.read("mistakes")) == ("berlin", 11, 2)
        assert told(lobby, bob) == "Ann has changed the city and the mission."

    @pytest.mark.parametrize("city", ["tokyo", "atlantis"])
    def test_a_closed_city(self, team, ann, city):  # noqa: F811
        lobby = set_out(ann, team, "prague")
        assert lobby.do(ann, "settings", **GAME, city=city).status_code == 422
        assert lobby.read("city") == "prague"

    def test_no_other_game_than_duet(self, app, team, ann):  # noqa: F811
        lobby = set_out(ann, team, "prague")
        lobby.do(ann, "settings", variant="classic", deck="en-base")
        assert lobby.read("variant") == "duet"
        lobby.do(ann, "settings", variant="duet-pictures")
        assert (lobby.read("variant"), lobby.read("city"), lobby.read("tokens")) == ("duet-pictures", "prague", 9)
        with app.app_context():
            assert db.session.query(Lobby).one().sheet_id is not None
