"""Lobbies, decks and teams: opened, joined, started, made and read by programs."""

import pytest

from tests.api.program import Program
from tests.custom_decks.deck_words import numbered
from tests.teams import founded


@pytest.fixture
def other(app, bob):
    return Program(app, bob.user)


def test_from_a_lobby_to_a_game(program, other):
    lobby = program.post("/lobbies", variant="duet", seat="a", house=["zero"], clock="own 86400", bank=3).json
    assert (lobby["missing"], lobby["clock"], lobby["house"]) == (["b"], "own 86400+259200", ["zero"])
    path = f"/lobbies/{lobby['code']}"
    early = program.post(f"{path}/start")
    assert (early.status_code, early.json["code"]) == (422, "refused")
    assert early.json["rule"].endswith("#D1")
    assert other.post(f"{path}/start").status_code == 404
    joined = other.post(f"{path}/seats", seat="any").json
    assert [(each["name"], each["seat"], each["host"]) for each in joined["members"]] == [
        ("Ann", "a", True),
        ("Bob", "b", False),
    ]
    game = program.post(f"{path}/start").json["game"]
    assert other.post(f"{path}/start").json == {"game": game}
    assert other.get(f"/games/{game}").json["view"]["seat"] == "b"
    gone = other.get(path)
    assert (gone.status_code, gone.json["code"], gone.json["game"]) == (409, "game-started", game)


def test_a_seat_that_is_not_free(program, other):
    code = program.post("/lobbies", variant="classic", seat="red-spymaster").json["code"]
    taken = other.post(f"/lobbies/{code}/seats", seat="red-spymaster")
    assert (taken.status_code, taken.json["code"]) == (409, "conflict")
    assert other.post(f"/lobbies/{code}/seats", seat="a").status_code == 422


def test_leaving_ends_an_empty_lobby(program, other):
    code = program.post("/lobbies", variant="duet").json["code"]
    assert program.post(f"/lobbies/{code}/leave").status_code == 204
    assert other.get(f"/lobbies/{code}").status_code == 410


def test_the_lists(program, other):
    mine = program.post("/lobbies", variant="duet", public=True).json["code"]
    assert [each["code"] for each in program.get("/lobbies").json["own"]] == [mine]
    told = other.get("/lobbies").json
    assert ([each["code"] for each in told["listed"]], told["own"]) == ([mine], [])


def test_a_deck_of_ones_own(program, other):
    lines = [*numbered(60), "tree / river", "w1"]
    deck = program.post("/decks", name="Mine", language="en", lines=lines).json
    assert (deck["size"], deck["sharing"], deck["lines"][-1]) == (62, "private", ["tree", "river"])
    assert deck["notes"] == [["twice", 1, ["w1"]]]
    assert other.get(f"/decks/{deck['code']}").status_code == 404
    assert [each["code"] for each in program.get("/decks").json["own"]] == [deck["code"]]
    lobby = program.post("/lobbies", variant="duet", decks=[deck["code"]]).json
    assert lobby["decks"] == [deck["code"]]


def test_decks_that_are_refused(program):
    few = program.post("/decks", name="Mine", language="en", lines=["tree"])
    assert (few.status_code, few.json["field"]) == (422, "words")
    assert program.post("/decks", name="", language="en", lines=numbered(60)).json["field"] == "name"
    assert program.post("/decks", name="Mine", language="zqx", lines=numbered(60)).json["field"] == "language"
    assert "en-base" in [each["name"] for each in program.get("/decks").json["built_in"]]


def test_a_team_its_map_and_setting_out(app, ann, bob, program, other, new_program, zed):
    with app.app_context():
        code = founded(ann.user.id, "Night Owls", bob.user.id).code
    assert [each["code"] for each in program.get("/teams").json["teams"]] == [code]
    assert new_program(zed).get(f"/teams/{code}").status_code == 404
    assert new_program(zed).post(f"/teams/{code}/attempts", city="prague").status_code == 404
    told = program.get(f"/teams/{code}").json
    assert (told["name"], told["members"], told["sheet"]) == ("Night Owls", ["Ann", "Bob"], 1)
    assert [city["name"] for city in told["cities"] if city["state"] == "open"] == ["prague"]
    closed = next(city["name"] for city in told["cities"] if city["state"] == "closed")
    assert program.post(f"/teams/{code}/attempts", city=closed).json["field"] == "city"
    first = program.post(f"/teams/{code}/attempts", city="prague").json
    second = other.post(f"/teams/{code}/attempts", city="prague").json
    assert (first["existing"], second["existing"], first["lobby"]) == (False, True, second["lobby"])
    game = other.post(f"/lobbies/{first['lobby']}/start").json["game"]
    (prague,) = [city for city in program.get(f"/teams/{code}").json["cities"] if city["name"] == "prague"]
    assert prague["games"] == [game]
    log = program.get(f"/teams/{code}/log").json
    assert (log["team"], [each["city"]["name"] for each in log["attempts"]]) == ("Night Owls", ["prague"])
