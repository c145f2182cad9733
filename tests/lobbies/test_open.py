"""Opening a lobby."""

import re

import pytest

from app.accounts import rate_limits
from app.lobbies.service import MAX_OPEN
from app.rules import VARIANTS
from tests.lobbies.sample_lobby import alert, open_lobby


def test_nothing_but_the_button_opens_a_private_classic_lobby(ann):
    lobby = open_lobby(ann)
    assert (lobby.read("variant"), lobby.read("deck"), lobby.read("house")) == ("classic", "en-base", [])
    assert (lobby.read("tokens"), lobby.read("mistakes"), lobby.read("public")) == (9, 9, False)
    assert (lobby.host, lobby.seats) == ("Ann", {"Ann": None})


@pytest.mark.parametrize(("variant", "seat"), [("classic", "red-spymaster"), ("duet", "a")])
def test_the_form_with_all_settings_seats_the_host(ann, variant, seat):
    fields = dict(
        re.findall(
            r'type="hidden" name="(variant|seat)" value="(\w+)"', ann.get(f"/lobbies/new?variant={variant}").text
        )
    )
    assert open_lobby(ann, **fields).seats == {"Ann": seat}


def test_the_page_shows_the_link_and_the_code(ann):
    lobby = open_lobby(ann)
    page = ann.get(lobby.url()).text
    assert f'value="http://localhost{lobby.url()}"' in page
    assert f'<b id="code">{lobby.code}</b>' in page


def test_what_was_chosen_is_kept(ann):
    lobby = open_lobby(ann, variant="duet", house=["loose", "zero"], tokens=10, mistakes=3, public="on")
    assert (lobby.read("variant"), lobby.read("house")) == ("duet", ["loose", "zero"])
    assert (lobby.read("tokens"), lobby.read("mistakes"), lobby.read("public")) == (10, 3, True)
    page = ann.get(lobby.url()).text
    assert re.search(r"Deck: English\.</li>\s+<li>", page)  # inline items, so the space is seen
    assert "House rules: clues of 0 and loose clues." in page
    assert "10 timer tokens and 3 mistakes" in page
    assert "anyone can join" in page


@pytest.mark.parametrize("tokens", [9, 10, 11])
def test_d4_there_are_as_many_mistakes_as_tokens_unless_chosen(ann, tokens):
    assert open_lobby(ann, variant="duet", tokens=tokens).read("mistakes") == tokens


def test_d4_no_mistakes_at_all_are_a_choice(ann):
    assert open_lobby(ann, variant="duet", tokens=5, mistakes=0).read("mistakes") == 0


@pytest.mark.parametrize("unticked", ["", "0", "false"])
def test_a_lobby_is_listed_only_when_asked(ann, unticked):
    assert open_lobby(ann, public=unticked).read("public") is False


@pytest.mark.parametrize("variant", ["classic", "duet"])
def test_the_form_offers_the_house_rules_of_its_game_only(ann, variant):
    page = ann.get("/lobbies/new", hx_request="").text
    assert f"/lobbies/new?variant={variant}" in page
    page = ann.get(f"/lobbies/new?variant={variant}").text
    for rule in VARIANTS["classic"].house | VARIANTS["duet"].house:
        assert (f'value="{rule}"' in page) == (rule in VARIANTS[variant].house)
    assert ('name="tokens"' in page) == (variant == "duet")


@pytest.mark.parametrize("variant", ["pictures", "duet-pictures"])
def test_k2_games_with_pictures_are_opened_with_the_deck_of_pictures(ann, variant):
    assert f"variant={variant}" in ann.get("/lobbies/new").text
    page = ann.get(f"/lobbies/new?variant={variant}").text
    decks = re.findall(r'name="deck" type="checkbox" value="([^"]*)"', page)
    assert decks == ["pictures"]
    lobby = open_lobby(ann, variant=variant)
    assert lobby.read("deck") == "pictures"
    assert "Deck: Pictures." in ann.get(lobby.url()).text


@pytest.mark.parametrize(("variant", "deck"), [("classic", "pictures"), ("pictures", "en-base")])
def test_a_deck_of_the_other_kind_is_refused(ann, variant, deck):
    assert ann.post("/lobbies", variant=variant, deck=deck).status_code == 422


@pytest.mark.parametrize("variant", ["", "chess", "classic\0", "Classic"])
def test_an_unknown_game_is_refused(ann, variant):
    answer = ann.post("/lobbies", variant=variant)
    assert answer.status_code == 422
    assert alert(answer) == "That game is not available here."


@pytest.mark.parametrize(
    "fields",
    [
        {"deck": "klingon"},
        {"deck": "en-base\0"},
        {"house": ["zero", "chess960"]},
        {"house": "several-clues"},
        {"variant": "duet", "house": "unlimited"},
        {"variant": "duet", "tokens": "4"},
        {"variant": "duet", "tokens": "12"},
        {"variant": "duet", "tokens": "nine"},
        {"variant": "duet", "tokens": "9" * 4000},
        {"variant": "duet", "mistakes": "-1"},
        {"variant": "duet", "mistakes": "many"},
        {"variant": "duet", "tokens": "9", "mistakes": "10"},
    ],
)
def test_what_cannot_be_is_refused_with_the_form(ann, fields):
    answer = ann.post("/lobbies", public="on", **fields)
    assert answer.status_code == 422
    assert 'class="error"' in answer.text
    assert "checked" in answer.text, "what was ticked stays"
    assert "Your open lobbies" not in ann.get("/").text


def test_d4_more_mistakes_than_tokens_are_told_at_the_field(ann):
    answer = ann.post("/lobbies", variant="duet", tokens=9, mistakes=10)
    assert "There cannot be more mistakes than tokens." in answer.text
    assert '<option selected value="10">at most 10' in answer.text


def test_a_visitor_opens_one_as_a_guest(nobody):
    lobby = open_lobby(nobody, name="Eve")
    assert lobby.host == "Eve"
    assert "You are the host" in nobody.get(lobby.url()).text


@pytest.mark.parametrize("name", [None, "", "E", "someone", "Eve\0"])
def test_a_visitor_needs_a_name(nobody, name):
    answer = nobody.post("/lobbies", variant="duet", tokens=11, name=name)
    assert answer.status_code == 422
    assert 'class="error"' in answer.text
    assert '<option selected value="11">' in answer.text, "what was chosen stays"


def test_too_many_new_guests_are_held_up(app, nobody):
    with app.app_context():
        for _ in range(60):
            rate_limits.enforce("guest 127.0.0.1")
    answer = nobody.post("/lobbies", name="Eve")
    assert answer.status_code == 429
    assert "Too many tries" in alert(answer)
    assert 'value="Eve"' in answer.text


def test_a_person_keeps_so_many_lobbies_open(ann, bob):
    rooms = [open_lobby(ann) for _ in range(MAX_OPEN)]
    answer = ann.post("/lobbies")
    assert answer.status_code == 422
    assert "A host can have at most 10 open lobbies" in alert(answer)
    open_lobby(bob)
    ann.post(rooms[0].url("close"))
    open_lobby(ann)


def test_a_code_in_use_is_not_given_again(ann, monkeypatch):
    lobby = open_lobby(ann)
    codes = iter([lobby.code, lobby.code, "zzzzzzzz"])
    monkeypatch.setattr("app.lobbies.service.new_code", lambda: next(codes))
    assert open_lobby(ann).code == "zzzzzzzz"


def test_without_token_none_is_opened(ann):
    assert ann.client.post("/lobbies", data={"variant": "classic"}).status_code == 400
    assert "Your open lobbies" not in ann.get("/").text


def test_an_unknown_game_has_no_form(ann):
    assert ann.get("/lobbies/new?variant=chess").status_code == 404
