"""Setting out for a city: from the map to a lobby with the team in it, and to the game (M3, D31)."""

import re

import pytest
from sqlalchemy import select

from app.db import db
from app.games.store.models import Game
from app.lobbies.models import Lobby
from app.teams import service
from tests.campaigns.conftest import ASSASSIN, WON
from tests.custom_decks.deck_words import made, numbered
from tests.lobbies.sample_lobby import SampleLobby, alert, ruled


def set_out(person, team, city: str, **fields) -> SampleLobby:
    answer = person.post(f"/teams/{team.code}/attempts", city=city, **fields)
    assert answer.status_code == 303, answer.text
    return SampleLobby(person.app, answer.location.rpartition("/")[2])


def test_two_are_seated_at_once(team, ann, bob):
    lobby = set_out(ann, team, "prague")
    assert lobby.seats == {"Ann": "a", "Bob": "b"}
    assert (lobby.read("tokens"), lobby.read("mistakes"), lobby.read("public")) == (9, 9, False)
    page = bob.get(lobby.url())
    assert "Duet: Prague: lobby" in page.text
    assert "Mission map: Night Owls" in page.text


def test_of_three_whoever_asks_is_seated_and_anyone_takes_the_other_side(three, ann, bob, cat):
    """D31, M1: who is in at the time plays."""
    lobby = set_out(bob, three, "prague")
    assert lobby.seats == {"Bob": "a", "Ann": None, "Cat": None}
    lobby.sit(cat, "b")
    game = bob.post(lobby.url("start")).location
    assert "You are watching" not in cat.get(game).text
    assert "You are watching" in ann.get(game).text


def test_alone_one_waits(app, ann):
    """M1: a mission takes two."""
    with app.app_context():
        team = service.create_team(ann.user.id, "Solo")
        db.session.commit()
    lobby = set_out(ann, team, "prague")
    assert "Side B needs a player." in ann.get(lobby.url()).text


def test_the_game_is_dealt_by_the_citys_figures(app, team, attempt, ann, bob):
    """M2, D4."""
    attempt("prague", WON)
    lobby = set_out(ann, team, "cairo")
    code = bob.post(lobby.url("start")).location.rpartition("/")[2]
    with app.app_context():
        game = db.session.scalars(select(Game).where(Game.code == code)).one()
        assert (game.sheet_id, game.city) == (team.current_sheet.id, "cairo")
        assert (game.deal["tokens"], game.deal["mistakes"]) == (9, 5)


def test_the_second_is_led_to_the_lobby_that_waits(team, ann, bob):
    assert set_out(ann, team, "prague").code == set_out(bob, team, "prague").code


def test_after_its_start_another_may_be_opened(team, ann, bob):
    """M6: two attempts at one time, at the same city too."""
    first = set_out(ann, team, "prague")
    bob.post(first.url("start"))
    assert set_out(bob, team, "prague").code != first.code


@pytest.mark.parametrize("city", ["cairo", "vatican", "ushuaia"])
def test_closed_cities(team, ann, city):
    """M3: the refusal says what would open it."""
    answer = ann.post(f"/teams/{team.code}/attempts", city=city)
    assert answer.status_code == 422
    assert "is still closed. Win one of these first" in alert(answer)
    assert ruled(answer) == "M3"
    assert 'name="city"' not in ann.get(f"/teams/{team.code}/cities/{city}").text


@pytest.mark.parametrize("city", ["", "atlantis", "prague\x00", "x" * 1000, None])
def test_no_such_city(team, ann, city):
    answer = ann.post(f"/teams/{team.code}/attempts", city=city)
    assert (answer.status_code, alert(answer)) == (422, "That city is not on the map.")


@pytest.mark.parametrize(
    "fields", [{"variant": "classic"}, {"variant": "nonsense"}, {"deck": "nonsense"}, {"house": "unlimited"}]
)
def test_what_a_mission_cannot_be(app, team, ann, fields):
    """It is a Duet, with a deck and house rules that there are."""
    assert ann.post(f"/teams/{team.code}/attempts", city="prague", **fields).status_code == 422
    with app.app_context():
        assert db.session.scalars(select(Lobby)).all() == []


def test_house_rules(team, ann):
    assert set_out(ann, team, "prague", house=["zero", "loose"]).read("house") == ["loose", "zero"]


def test_a_completed_city_can_be_played_again(team, attempt, ann):
    """M4."""
    attempt("prague", WON)
    assert "Play Prague again" in ann.get(f"/teams/{team.code}/cities/prague").text
    assert set_out(ann, team, "prague").read("city") == "prague"


def test_a_lost_city_stays_open(team, attempt, ann):
    """M3: any number of times."""
    attempt("prague", ASSASSIN)
    assert "Open a lobby for Prague" in ann.get(f"/teams/{team.code}/cities/prague").text


def test_the_cards_of_the_last_attempt_are_offered_again(team, attempt, ann):
    """Decks and house rules, whichever city it was for."""
    attempt("prague", WON, house=["zero"])
    page = ann.get(f"/teams/{team.code}/cities/cairo").text
    assert re.search(r'<input[^>]*checked[^>]*value="zero"', page)
    assert re.search(r'<input[^>]*checked[^>]*value="en-base"', page)


def test_an_own_deck_of_the_last_attempt_is_ticked_again(team, ann):
    deck = made(ann, numbered(60))
    lobby = set_out(ann, team, "prague", deck=deck)
    game = ann.post(lobby.url("start")).location
    ann.post(f"{game}/moves", move="resign", seen=0)
    page = ann.get(f"/teams/{team.code}/cities/prague").text
    assert re.search(rf'<input[^>]*checked[^>]*value="{deck}"', page)


def test_a_mission_with_pictures(team, ann):
    """K2: a Duet over pictures is a Duet."""
    page = ann.get(f"/teams/{team.code}/cities/prague").text
    assert "variant=duet-pictures" in page
    page = ann.get(f"/teams/{team.code}/cities/prague?variant=duet-pictures").text
    assert 'name="variant" value="duet-pictures"' in page
    assert set_out(ann, team, "prague", variant="duet-pictures").read("variant") == "duet-pictures"


@pytest.mark.parametrize("kind", ["classic", "nonsense", "\x00"])
def test_what_is_no_duet_is_not_offered(team, ann, kind):
    assert 'name="variant" value="duet"' in ann.get(f"/teams/{team.code}/cities/prague?variant={kind}").text


class TestOnlyTheTeam:
    """The seats of an attempt are its team's; others who have the link watch."""

    def test_a_stranger_cannot_sit(self, team, ann, zed):
        lobby = set_out(ann, team, "prague")
        page = zed.get(lobby.url()).text
        assert "Night Owls" not in page
        assert "Sit here" not in page
        answer = lobby.do(zed, "seats", seat="b")
        assert answer.status_code == 403
        assert "Only the team can play this attempt" in alert(answer)
        assert "Zed" not in lobby.seats

    def test_nor_a_visitor(self, team, ann, nobody):
        lobby = set_out(ann, team, "prague")
        assert lobby.do(nobody, "seats", seat="b", name="Nell").status_code == 403
        assert lobby.seats.keys() == {"Ann", "Bob"}

    def test_who_has_left_the_team_is_not_there_any_more(self, three, ann, bob, cat):
        """M1: the seat is free, and so is the host's place; the team is not kept out of the city."""
        lobby = set_out(ann, three, "prague")
        ann.post(f"/teams/{three.code}/leave")
        assert lobby.seats == {"Bob": None, "Cat": None}
        for action, fields in (("start", {}), ("seats", {"seat": "a"}), ("shuffle", {}), ("close", {})):
            assert lobby.do(ann, action, **fields).status_code == 403
        assert "Sit here" not in ann.get(lobby.url()).text
        assert set_out(bob, three, "prague").code == lobby.code
        lobby.sit(bob, "a")
        lobby.sit(cat, "b")
        assert lobby.do(bob, "start").status_code == 200
        assert len(lobby.games) == 1

    def test_anyone_in_the_team_may_close_it(self, team, ann, bob, zed):
        """So that nobody keeps the others out of a city."""
        lobby = set_out(ann, team, "prague")
        assert lobby.do(zed, "close").status_code == 404
        assert "Close this lobby" in bob.get(lobby.url()).text
        assert lobby.do(bob, "close").status_code == 200
        assert set_out(bob, team, "prague").code != lobby.code

    def test_who_was_removed_from_the_lobby_may_open_another(self, team, ann, bob):
        lobby = set_out(ann, team, "prague")
        lobby.do(ann, "members", user=bob.user.id, remove=1)
        assert set_out(bob, team, "prague").code != lobby.code


def test_too_many_lobbies(team, ann, attempt):
    attempt("prague", WON)
    for _ in range(10):
        ann.post("/lobbies", variant="classic")
    answer = ann.post(f"/teams/{team.code}/attempts", city="cairo")
    assert answer.status_code == 422
    assert "A host can have at most 10 open lobbies." in alert(answer)
    assert "<h1>Cairo" in answer.text
